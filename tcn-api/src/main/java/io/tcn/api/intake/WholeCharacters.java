// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// JSON in UTF-8 without halves of characters and without zero characters. A database or a storage would replace or
/// refuse them, so that a URL would come to name another file than its sender meant. Readers of JSON let them
/// through: a half as an escape (RFC 8259, section 8.2) or as three bytes that are no UTF-8 (RFC 3629, section
/// 3), a zero as an escape. A body in another encoding has zero bytes, too.
///
/// Throws [Refused] while reading. Cost: one look per byte.
final class WholeCharacters extends FilterInputStream {
    private static final int HEX_DIGITS = 4;

    /// The first of the three bytes that would be a half.
    private static final int LEAD = 0xed;

    private static final int AFTER_BACKSLASH = -1;
    private static final int PLAIN = -2;

    /// [#PLAIN], [#AFTER_BACKSLASH], or how many digits of an escape were read.
    private int state = PLAIN;

    private int escaped;

    /// An escape was the first half of a character: what follows must be the second, as an escape.
    private boolean half;

    private boolean afterLead;

    WholeCharacters(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        int next = super.read();
        if (next < 0) {
            end();
        } else {
            look(next);
        }
        return next;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = super.read(buffer, offset, length);
        if (count < 0) {
            end();
        }
        for (int i = 0; i < count; i++) {
            int next = buffer[offset + i] & 0xff;
            if (state != PLAIN || half || afterLead || next == '\\' || next == 0 || next == LEAD) {
                look(next);
            }
        }
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        return readNBytes((int) Math.min(count, Integer.MAX_VALUE)).length;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void end() {
        if (half) {
            throw halved();
        }
    }

    private void look(int next) {
        if (next == 0) {
            throw Refused.malformed("The body is not JSON in UTF-8: it holds a zero byte");
        }
        // The three bytes that would be a half begin with ED, and the second is A0 or more.
        if (afterLead && next >= 0xa0) {
            throw halved();
        }
        afterLead = next == LEAD;
        switch (state) {
            case PLAIN -> {
                if (next == '\\') {
                    state = AFTER_BACKSLASH;
                } else if (half) {
                    throw halved();
                }
            }
            case AFTER_BACKSLASH -> {
                if (next == 'u') {
                    state = 0;
                    escaped = 0;
                } else if (half) {
                    throw halved();
                } else {
                    state = PLAIN;
                }
            }
            default -> digit(next);
        }
    }

    private void digit(int next) {
        int value = Character.digit(next, 16);
        if (value < 0) {
            // No JSON: its reader says so.
            state = PLAIN;
            half = false;
            return;
        }
        escaped = escaped * 16 + value;
        state++;
        if (state == HEX_DIGITS) {
            state = PLAIN;
            unit((char) escaped);
        }
    }

    private void unit(char unit) {
        if (unit == 0) {
            throw Refused.malformed("The body holds a zero character, which no database takes");
        }
        if (half != Character.isLowSurrogate(unit)) {
            throw halved();
        }
        half = Character.isHighSurrogate(unit);
    }

    private static Refused halved() {
        return Refused.malformed("The body holds half a character, which no answer could hold");
    }
}
