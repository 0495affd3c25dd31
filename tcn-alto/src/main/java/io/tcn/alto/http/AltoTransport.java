// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.http;

import java.io.IOException;

/// Carries one request to a server and its answer back; knows nothing of ALTO. Redirects are not followed.
public interface AltoTransport {
    /// Sends a request and waits for the whole answer.
    ///
    /// @throws IOException if there is no whole answer within the limits of time and size; the message says why
    AltoResponse exchange(AltoRequest request) throws IOException, InterruptedException;

    /// Sends a request whose answer may be a stream without end. Only an answer of status 200 and type
    /// `text/event-stream` is a stream; any other one is whole.
    ///
    /// @throws IOException if there is no answer within the limits
    Opened open(AltoRequest request, StreamReceiver receiver) throws IOException, InterruptedException;

    /// What came of opening a stream.
    sealed interface Opened {
        /// The stream is there: the receiver hears its bytes until it ends or is closed.
        ///
        /// @param fields header fields of the answer
        /// @param stream closes the stream from this side
        record Stream(HttpFields fields, AutoCloseable stream) implements Opened {}

        /// Something else came.
        ///
        /// @param response the whole answer
        record Refused(AltoResponse response) implements Opened {}
    }

    /// Hears a stream. All calls come one after the other, from a thread of the transport, or from the thread that
    /// makes the server send where there is no network between them.
    interface StreamReceiver {
        /// The next bytes, cut anywhere.
        void bytes(byte[] next);

        /// The stream has ended; no call follows.
        ///
        /// @param why for people
        void ended(String why);
    }
}
