package wire

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
)

// protocol is what is offered by ALPN (RFC 7301).
const protocol = "http/1.1"

// handshake puts TLS over a socket. The error is an [*Error].
func (d *Dialer) handshake(ctx context.Context, sock *socket, o Origin) (*tls.Conn, error) {
	config := &tls.Config{}
	if d.TLS != nil {
		config = d.TLS.Clone()
	}
	config.NextProtos = []string{protocol}
	if config.ServerName == "" {
		config.ServerName = o.name()
	}
	sealed := tls.Client(sock, config)
	err := sealed.HandshakeContext(ctx)
	if err == nil {
		if p := sealed.ConnectionState().NegotiatedProtocol; p != "" && p != protocol {
			err = fmt.Errorf("the target chose the protocol %q, which was not offered", p)
		}
	}
	if err != nil {
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
