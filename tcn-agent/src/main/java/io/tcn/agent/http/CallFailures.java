// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.SafeText;
import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.agent.TransferException.Outlook;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/// What is said of requests that got no answer.
final class CallFailures {
    private CallFailures() {}

    /// The failure for an exception of the client.
    static TransferException unreachable(Side side, URI uri, Throwable cause) {
        String who = who(side, uri);
        if (isNotConnected(cause)) {
            return new TransferException(
                            side.unavailable(),
                            "cannot connect to " + who + "; see whether it is up and the name right" + detail(cause),
                            Outlook.NOT_SENT,
                            cause)
                    .blaming(side, null);
        }
        if (cause instanceof SSLException) {
            // Later than in the handshake the request may have been heard.
            return new TransferException(
                    side.unavailable(),
                    "no TLS connection to " + who + detail(cause),
                    cause instanceof SSLHandshakeException ? Outlook.NOT_SENT : Outlook.FINAL,
                    cause);
        }
        if (cause instanceof IOException) {
            return new TransferException(
                    side.unavailable(), "the connection to " + who + " broke" + detail(cause), Outlook.FINAL, cause);
        }
        return new TransferException(
                side.unavailable(), "the request to " + who + " failed" + detail(cause), Outlook.FINAL, cause);
    }

    /// It takes connections, and then says nothing of TLS.
    static TransferException mute(Side side, URI uri, Duration limit, Throwable cause) {
        return new TransferException(
                        side.unavailable(),
                        who(side, uri) + " takes connections but did not speak TLS within " + seconds(limit)
                                + "; see whether it hangs",
                        Outlook.NOT_SENT,
                        cause)
                .blaming(side, null);
    }

    /// No answer in time.
    static TransferException silent(Side side, URI uri, Duration limit, Throwable cause) {
        return new TransferException(
                        side.unavailable(),
                        who(side, uri) + " took the request but did not answer within " + seconds(limit)
                                + "; see whether it is overloaded",
                        Outlook.NO_ANSWER,
                        cause)
                .blaming(side, null);
    }

    /// Whether the request cannot have left us because there was no connection.
    static boolean isNotConnected(Throwable cause) {
        return cause instanceof ConnectException
                || cause instanceof NoRouteToHostException
                || cause instanceof UnresolvedAddressException
                || cause instanceof HttpConnectTimeoutException;
    }

    private static String who(Side side, URI uri) {
        return "the " + side.word() + " " + HttpAddress.origin(uri);
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() / 1000.0 + " s";
    }

    private static String detail(Throwable cause) {
        Throwable deepest = cause;
        while (deepest.getMessage() == null && deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest.getMessage() == null ? "" : " (" + SafeText.of(deepest.getMessage()) + ")";
    }
}
