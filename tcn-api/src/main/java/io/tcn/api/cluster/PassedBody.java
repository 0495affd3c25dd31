// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The body of a request, which is read by the client's thread, and by nobody any more once it is closed:
/// the container uses its request for others then.
final class PassedBody extends InputStream {
    private final HttpServletRequest request;
    private final ReentrantLock reading = new ReentrantLock();
    private boolean closed;
    private volatile @Nullable IOException failure;

    PassedBody(HttpServletRequest request) {
        this.request = request;
    }

    BodyPublisher publisher() {
        long length = request.getContentLengthLong();
        boolean isChunked = request.getHeader("Transfer-Encoding") != null;
        if (length == 0 || (length < 0 && !isChunked)) {
            return BodyPublishers.noBody();
        }
        BodyPublisher stream = BodyPublishers.ofInputStream(() -> this);
        return length < 0 ? stream : BodyPublishers.fromPublisher(stream, length);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        reading.lock();
        try {
            if (closed) {
                throw new IOException("the request is over");
            }
            return request.getInputStream().read(to, offset, length);
        } catch (IOException broken) {
            failure = broken;
            throw broken;
        } finally {
            reading.unlock();
        }
    }

    /// @throws IOException if the caller has not sent it as it should
    void fail() throws IOException {
        IOException broken = failure;
        if (broken != null) {
            throw broken;
        }
    }

    /// Waits for a read that is under way, which the container limits.
    @Override
    public void close() {
        reading.lock();
        try {
            closed = true;
        } finally {
            reading.unlock();
        }
    }
}
