// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.model;

/// Addresses of IPv6 as hosts of URLs, in brackets: one address has many spellings, of which RFC 5952 calls one right.
final class Ipv6Text {
    private static final int GROUPS = 8;
    private static final int BITS = 16;
    private static final int HEX = 16;

    private Ipv6Text() {}

    /// The spelling of RFC 5952, in brackets; of an address of IPv4 inside one of IPv6 (`::ffff:192.0.2.1`) that of
    /// IPv4. What is no address stays as it is.
    ///
    /// @param bracketed an address in brackets, in lower case
    static String shortest(String bracketed) {
        if (!bracketed.endsWith("]")) {
            return bracketed;
        }
        try {
            int[] groups = groups(bracketed.substring(1, bracketed.length() - 1));
            return isMapped(groups) ? ipv4(groups) : "[" + ipv6(groups) + "]";
        } catch (IllegalArgumentException noAddress) {
            return bracketed;
        }
    }

    private static int[] groups(String text) {
        int gap = text.indexOf("::");
        int[] head = gap < 0 ? listed(text) : listed(text.substring(0, gap));
        int[] tail = gap < 0 ? new int[0] : listed(text.substring(gap + 2));
        int given = head.length + tail.length;
        if (gap < 0 ? given != GROUPS : given >= GROUPS) {
            throw new IllegalArgumentException("an address of IPv6 has " + GROUPS + " groups");
        }
        int[] groups = new int[GROUPS];
        System.arraycopy(head, 0, groups, 0, head.length);
        System.arraycopy(tail, 0, groups, GROUPS - tail.length, tail.length);
        return groups;
    }

    /// The groups between colons; the last may be an address of IPv4, which is two.
    private static int[] listed(String text) {
        if (text.isEmpty()) {
            return new int[0];
        }
        String[] parts = text.split(":", -1);
        boolean endsWithIpv4 = parts[parts.length - 1].contains(".");
        int[] groups = new int[parts.length + (endsWithIpv4 ? 1 : 0)];
        for (int i = 0; i < parts.length; i++) {
            if (endsWithIpv4 && i == parts.length - 1) {
                int[] bytes = ipv4Bytes(parts[i]);
                groups[i] = bytes[0] << 8 | bytes[1];
                groups[i + 1] = bytes[2] << 8 | bytes[3];
            } else {
                groups[i] = number(parts[i], HEX, (1 << BITS) - 1);
            }
        }
        return groups;
    }

    private static int[] ipv4Bytes(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            throw new IllegalArgumentException("an address of IPv4 has four numbers");
        }
        int[] bytes = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            bytes[i] = number(parts[i], 10, 255);
        }
        return bytes;
    }

    private static int number(String text, int radix, int most) {
        int number = Integer.parseInt(text, radix);
        if (number < 0 || number > most) {
            throw new IllegalArgumentException(text + " is too large for its place in an address");
        }
        return number;
    }

    private static boolean isMapped(int[] groups) {
        for (int i = 0; i < 5; i++) {
            if (groups[i] != 0) {
                return false;
            }
        }
        return groups[5] == 0xffff;
    }

    private static String ipv4(int[] groups) {
        return (groups[6] >> 8) + "." + (groups[6] & 0xff) + "." + (groups[7] >> 8) + "." + (groups[7] & 0xff);
    }

    /// The longest row of zeros, the first of several, becomes `::`; a single zero stays.
    private static String ipv6(int[] groups) {
        int from = 0;
        int length = 0;
        for (int i = 0; i < GROUPS; i++) {
            int end = i;
            while (end < GROUPS && groups[end] == 0) {
                end++;
            }
            if (end - i > length) {
                from = i;
                length = end - i;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (length > 1 && i >= from && i < from + length) {
                text.append(i == from ? "::" : "");
                continue;
            }
            if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                text.append(':');
            }
            text.append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }
}
