// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import inet.ipaddr.AddressStringException;
import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import inet.ipaddr.IncompatibleAddressException;
import inet.ipaddr.ipv4.IPv4Address;
import inet.ipaddr.ipv6.IPv6Address;
import java.nio.ByteBuffer;

/// Addresses as text. The library takes many forms of its own (ranges, wildcards, one to three parts, other bases):
/// letters are looked at first, and the rest is switched off.
final class AddressText {
    private static final int MAX_CHARS = 45; // eight groups, the last two as IPv4
    private static final IPAddressStringParameters STRICT = new IPAddressStringParameters.Builder()
            .allowEmpty(false)
            .allowAll(false)
            .allowSingleSegment(false)
            .allowPrefix(false)
            .allowMask(false)
            .allowWildcardedSeparator(false)
            .getIPv4AddressParametersBuilder()
            .allowLeadingZeros(false)
            .allow_inet_aton(false)
            .allowBinary(false)
            .setRangeOptions(RangeParameters.NO_RANGE)
            .getParentBuilder()
            .getIPv6AddressParametersBuilder()
            .allowZone(false)
            .allowBase85(false)
            .allowBinary(false)
            .setRangeOptions(RangeParameters.NO_RANGE)
            .getParentBuilder()
            .toParams();

    private AddressText() {}

    static Address read(String text) throws AltoFormatException {
        boolean six = text.indexOf(':') >= 0;
        if (text.isEmpty()
                || text.length() > MAX_CHARS
                || !isMadeOf(text, six ? "0123456789abcdefABCDEF:." : "0123456789.")) {
            throw notAnAddress();
        }
        IPAddress parsed;
        try {
            parsed = new IPAddressString(text, STRICT).toAddress();
        } catch (AddressStringException | IncompatibleAddressException refused) {
            throw notAnAddress();
        }
        if (parsed == null || parsed.isMultiple() || parsed.isIPv6() != six) {
            throw notAnAddress();
        }
        return of(parsed);
    }

    static Address of(IPAddress parsed) {
        if (parsed.isIPv4()) {
            return new Address(
                    Family.IPV4, 0, Integer.toUnsignedLong(parsed.toIPv4().intValue()));
        }
        ByteBuffer bytes = ByteBuffer.wrap(parsed.getBytes());
        return new Address(Family.IPV6, bytes.getLong(), bytes.getLong());
    }

    static String write(Address address) {
        return switch (address.family()) {
            case IPV4 -> new IPv4Address((int) address.low()).toCanonicalString();
            case IPV6 -> new IPv6Address(address.high(), address.low()).toCanonicalString();
        };
    }

    private static boolean isMadeOf(String text, String letters) {
        return text.chars().allMatch(c -> letters.indexOf(c) >= 0);
    }

    private static AltoFormatException notAnAddress() {
        return new AltoFormatException(InvalidReason.ADDRESS, "not an IPv4 or IPv6 address");
    }
}
