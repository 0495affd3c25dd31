// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.intake;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// JSON in UTF-8 (RFC 3629) without halves of characters and without zero characters. A database or a storage would
/// replace or refuse them, so that a URL would come to name another file than its sender meant. Readers of JSON let
/// them through: a half or a zero as an escape (RFC 8259, section 8.2), and bytes that are no UTF-8, of which they make
/// halves, zeros and other characters: a value in more bytes than it needs, one above 10FFFF, a half in three bytes.
///
/// Throws [Refused] while reading. Cost: one look per byte.
final class WholeCharacters extends FilterInputStream {
    private static final int HEX_DIGITS = 4;

    private static final int LEAST_FURTHER = 0x80;
    private static final int MOST_FURTHER = 0xbf;

    /// After ED: what comes after it would be a half.
    private static final int MOST_BEFORE_HALVES = 0x9f;

    private static final int AFTER_BACKSLASH = -1;
    private static final int PLAIN = -2;

    /// [#PLAIN], [#AFTER_BACKSLASH], or how many digits of an escape were read.
    private int state = PLAIN;

    private int escaped;

    /// An escape was the first half of a character: what follows must be the second, as an escape.
    private boolean half;

    /// Bytes that the present character still needs, and between what the next of them must be.
    private int further;

    private int least = LEAST_FURTHER;
    private int most = MOST_FURTHER;

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
            if (state != PLAIN || half || further > 0 || next == '\\' || next == 0 || next >= LEAST_FURTHER) {
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
        if (further > 0) {
            throw notUtf8();
        }
    }

    private void look(int next) {
        if (next == 0) {
            throw Refused.malformed("The body is not JSON in UTF-8: it holds a zero byte");
        }
        character(next);
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

    /// What may follow what, of the bytes of one character (RFC 3629, section 4).
    private void character(int next) {
        if (further > 0) {
            if (most == MOST_BEFORE_HALVES && next > most && next <= MOST_FURTHER) {
                throw halved();
            }
            if (next < least || next > most) {
                throw notUtf8();
            }
            further--;
        } else if (next >= LEAST_FURTHER) {
            begin(next);
            return;
        }
        least = LEAST_FURTHER;
        most = MOST_FURTHER;
    }

    private void begin(int lead) {
        if (lead < 0xc2 || lead > 0xf4) {
            throw notUtf8();
        }
        further = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
        switch (lead) {
            case 0xe0 -> least = 0xa0;
            case 0xed -> most = MOST_BEFORE_HALVES;
            case 0xf0 -> least = 0x90;
            case 0xf4 -> most = 0x8f;
            default -> {
                // Any further byte may follow.
            }
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

    private static Refused notUtf8() {
        return Refused.malformed("The body is not JSON in UTF-8: it holds bytes that are no character");
    }

    private static Refused halved() {
        return Refused.malformed("The body holds half a character, which no answer could hold");
    }
}
