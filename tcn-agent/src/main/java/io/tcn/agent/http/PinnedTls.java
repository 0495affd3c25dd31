// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// Lets a client connect to an address and still ask for, and insist on, the certificate of a name. The client is given
/// the address in place of the name; the TLS context knows which name was meant.
///
/// An address and port stand for one name only, the first that was asked for there, for as long as the process lives:
/// a connection is used again for the next request to its address, and must have been verified for the same name.
final class PinnedTls {
    private static final int MAX_NAMES = 20_000;

    private final Map<InetSocketAddress, String> names = new ConcurrentHashMap<>();
    private final SSLContext context;

    PinnedTls(SSLContext real) {
        this.context = new Context(new Spi(real), real);
    }

    SSLContext context() {
        return context;
    }

    /// Notes which name is meant by an address.
    ///
    /// @return false if it stands for another one already
    boolean pin(InetSocketAddress address, String host) {
        String known = names.get(address);
        if (known == null && names.size() < MAX_NAMES) {
            known = names.putIfAbsent(address, host);
            return known == null || known.equals(host);
        }
        return host.equals(known);
    }

    private static final class Context extends SSLContext {
        Context(SSLContextSpi spi, SSLContext real) {
            super(spi, real.getProvider(), real.getProtocol());
        }
    }

    /// The real context, but for the engines that it makes for clients.
    private final class Spi extends SSLContextSpi {
        private final SSLContext real;

        Spi(SSLContext real) {
            this.real = real;
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            String name = names.get(new InetSocketAddress(InetAddress.ofLiteral(host), port));
            // Without a name only a certificate for the address itself will do.
            return name == null
                    ? real.createSSLEngine(host, port)
                    : new PinnedEngine(real.createSSLEngine(name, port), serverNames(name));
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return real.createSSLEngine();
        }

        @Override
        protected void engineInit(
                KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("it is made of one that is ready");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return real.getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return real.getServerSocketFactory();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return real.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return real.getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return real.getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return real.getSupportedSSLParameters();
        }
    }

    /// What the server is told about the name, nothing if it is no name.
    private static List<SNIServerName> serverNames(String host) {
        if (host.indexOf(':') >= 0 || Character.digit(host.charAt(host.length() - 1), 10) >= 0) {
            return List.of();
        }
        try {
            return List.of(new SNIHostName(host));
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }
}
