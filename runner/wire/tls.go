package wire

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
)

// handshake puts TLS over a socket. The error is an [*Error].
func (d *Dialer) handshake(ctx context.Context, sock *socket, o Origin) (*tls.Conn, error) {
	config := &tls.Config{}
	if d.TLS != nil {
		config = d.TLS.Clone()
	}
	config.NextProtos = d.Protocol.offers()
	config.DynamicRecordSizingDisabled = true // what a burst releases shall be as few records as it can
	if config.ServerName == "" {
		config.ServerName = o.name()
	}
	sealed := tls.Client(sock, config)
	if err := sealed.HandshakeContext(ctx); err != nil {
		return nil, &Error{
			Stage: Handshaking,
			Err:   fmt.Errorf("no TLS with %s: %w", o, unexpected(cause(ctx, err))),
			Way:   handshakeWay(err),
		}
	}
	return sealed, nil
}

func handshakeWay(err error) string {
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &authority):
		return "give the certificate of the target's own authority"
	case errors.As(err, &name):
		return "use a name of the certificate, or give the server name that it is made for"
	case errors.As(err, &record):
		return "the target does not speak TLS on this port; use http"
	}
	return "see what the target's TLS wants, such as a client certificate or a newer version"
}
