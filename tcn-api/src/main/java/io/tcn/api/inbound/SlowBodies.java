// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.inbound;

import io.tcn.core.port.TimeSource;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Ends requests whose body comes too slowly, so that nobody holds connections and threads by sending a byte now and
/// then.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 5)
public class SlowBodies extends OncePerRequestFilter {
    private final InboundProperties limits;
    private final TimeSource time;

    SlowBodies(InboundProperties limits, TimeSource time) {
        this.limits = limits;
        this.time = time;
    }

    /// Whether a request failed for this reason.
    public static boolean isReasonOf(Throwable failure) {
        Throwable at = failure;
        for (int depth = 0; at != null && depth < 20; depth++) {
            if (at instanceof BodyClock.SlowBodyException) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(new Timed(request, new BodyClock(limits, time)), response);
    }

    private static final class Timed extends HttpServletRequestWrapper {
        private final BodyClock clock;

        Timed(HttpServletRequest request, BodyClock clock) {
            super(request);
            this.clock = clock;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            return new TimedStream(super.getInputStream(), clock);
        }

        @Override
        public BufferedReader getReader() throws IOException {
            String encoding = getCharacterEncoding();
            return new BufferedReader(new InputStreamReader(
                    getInputStream(), encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding)));
        }
    }

    private static final class TimedStream extends ServletInputStream {
        private final ServletInputStream in;
        private final BodyClock clock;

        TimedStream(ServletInputStream in, BodyClock clock) {
            this.in = in;
            this.clock = clock;
        }

        @Override
        public int read() throws IOException {
            clock.begin();
            int value = in.read();
            clock.came(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            clock.begin();
            int count = in.read(to, offset, length);
            clock.came(count);
            return count;
        }

        @Override
        public boolean isFinished() {
            return in.isFinished();
        }

        @Override
        public boolean isReady() {
            return in.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            in.setReadListener(listener);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
