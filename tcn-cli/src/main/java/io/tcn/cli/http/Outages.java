// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.http;

import io.tcn.cli.env.ExitCode;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.units.Span;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Says why no answer came.
final class Outages {
    private Outages() {}

    static Trouble of(IOException failure, Server server) {
        if (has(failure, UnresolvedAddressException.class) || has(failure, UnknownHostException.class)) {
            return away(server, "there is no host of the name " + server.url().getHost() + ": check the address");
        }
        if (has(failure, ConnectException.class)) {
            return away(server, "nobody answers there: is the server running, and is this its port?");
        }
        if (has(failure, HttpTimeoutException.class)) {
            return late(server);
        }
        if (has(failure, SSLException.class) || has(failure, CertificateException.class)) {
            return ofTls(failure, server);
        }
        String message = String.valueOf(failure.getMessage());
        if (message.contains("exceeds") || message.contains("limit")) {
            return Trouble.failed("the answer of " + server.url() + " is too long: ask for less, as with --limit");
        }
        if (has(failure, EOFException.class) || message.contains("header parser") || message.contains("reset")) {
            return away(server, "it hung up: is a TCN server there, and does the address begin with https?");
        }
        return away(server, message);
    }

    static Trouble late(Server server) {
        return away(
                server,
                "no whole answer within " + Span.inWords(server.timeout()) + ": try again, or raise --answer-within");
    }

    private static Trouble away(Server server, String why) {
        return Trouble.of(ExitCode.AWAY, server.url() + " is away: " + why);
    }

    private static Trouble ofTls(IOException failure, Server server) {
        String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        if (has(failure, CertPathBuilderException.class) || has(failure, CertPathValidatorException.class)) {
            boolean expired = message.contains("expired") || message.contains("validity");
            return Trouble.failed("the certificate of " + server.url()
                    + (expired
                            ? " has expired: tell its operators"
                            : " is not signed by an authority that is trusted"
                                    + " here: name the right one with --ca FILE or FOLDER (tcn context keeps it)"));
        }
        if (message.contains("no subject alternative") || message.contains("no name matching")) {
            return Trouble.failed("the certificate of the server is not for the name "
                    + server.url().getHost() + ": use a name that it is for");
        }
        if (message.contains("received fatal alert") || message.contains("certificate_required")) {
            return Trouble.of(
                    ExitCode.NOT_ALLOWED,
                    server.url() + " does not take who you are: " + reason(failure) + "; you showed "
                            + server.credential().inWords());
        }
        if (message.contains("plaintext connection") || message.contains("unrecognized ssl message")) {
            return Trouble.failed(server.url() + " does not speak TLS: is a TCN server there?");
        }
        return Trouble.failed("no secure connection to " + server.url() + ": " + reason(failure));
    }

    private static String reason(IOException failure) {
        String text = String.valueOf(failure.getMessage());
        return text.replaceFirst("^\\([a-z_]+\\) ", "");
    }

    private static boolean has(@Nullable Throwable failure, Class<? extends Throwable> kind) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 20; depth++) {
            if (kind.isInstance(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
