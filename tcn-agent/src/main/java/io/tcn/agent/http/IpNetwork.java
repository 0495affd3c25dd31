// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/// A range of addresses, such as `10.0.0.0/8` or `fe80::/10`.
final class IpNetwork {
    private final byte[] prefix;
    private final int bits;
    private final String text;

    private IpNetwork(byte[] prefix, int bits, String text) {
        this.prefix = prefix;
        this.bits = bits;
        this.text = text;
    }

    /// Reads `ADDRESS` or `ADDRESS/BITS`; names are not looked up.
    ///
    /// @throws IllegalArgumentException for anything else
    static IpNetwork parse(String text) {
        int slash = text.indexOf('/');
        try {
            byte[] address = InetAddress.ofLiteral((slash < 0 ? text : text.substring(0, slash)).strip())
                    .getAddress();
            int all = address.length * Byte.SIZE;
            int bits =
                    slash < 0 ? all : Integer.parseInt(text.substring(slash + 1).strip());
            if (bits >= 0 && bits <= all) {
                return new IpNetwork(address, bits, text.strip());
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(complaint(text), e);
        }
        throw new IllegalArgumentException(complaint(text));
    }

    private static String complaint(String text) {
        return "a network is written as ADDRESS/BITS, for example 10.0.0.0/8 or fd00::/8, given was " + text;
    }

    boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != prefix.length) {
            return false;
        }
        int whole = bits / Byte.SIZE;
        int rest = bits % Byte.SIZE;
        return Arrays.equals(bytes, 0, whole, prefix, 0, whole)
                && (rest == 0 || ((bytes[whole] ^ prefix[whole]) & 0xff) >>> (Byte.SIZE - rest) == 0);
    }

    /// The IPv4 address that an IPv6 address stands for behind a translator (`64:ff9b::/96`, 6to4), else the address.
    static InetAddress withoutTranslation(InetAddress address) {
        byte[] bytes = address.getAddress();
        try {
            if (TRANSLATED.contains(address)) {
                return InetAddress.getByAddress(Arrays.copyOfRange(bytes, 12, 16));
            }
            if (SIX_TO_FOUR.contains(address)) {
                return InetAddress.getByAddress(Arrays.copyOfRange(bytes, 2, 6));
            }
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
        return address;
    }

    private static final IpNetwork TRANSLATED = parse("64:ff9b::/96");
    private static final IpNetwork SIX_TO_FOUR = parse("2002::/16");

    @Override
    public String toString() {
        return text;
    }
}
