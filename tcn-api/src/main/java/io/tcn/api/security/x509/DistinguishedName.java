// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security.x509;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;

/// Distinguished names in the slash form that grid software uses: most significant part first, short names of
/// attributes, as OpenSSL prints them on one line: `/DC=org/DC=example/CN=Alice`. Several values at one level are
/// joined by `+`. Characters that could break a line or hide in it are written as `\xHH`, byte by byte in UTF-8, as
/// OpenSSL does. A slash or plus within a value is written so, too, where it would pass for the beginning of another
/// part.
public final class DistinguishedName {
    private static final Map<String, String> SHORT_NAMES = Map.ofEntries(
            Map.entry("2.5.4.3", "CN"),
            Map.entry("2.5.4.4", "SN"),
            Map.entry("2.5.4.5", "serialNumber"),
            Map.entry("2.5.4.6", "C"),
            Map.entry("2.5.4.7", "L"),
            Map.entry("2.5.4.8", "ST"),
            Map.entry("2.5.4.9", "street"),
            Map.entry("2.5.4.10", "O"),
            Map.entry("2.5.4.11", "OU"),
            Map.entry("2.5.4.12", "title"),
            Map.entry("2.5.4.42", "GN"),
            Map.entry("0.9.2342.19200300.100.1.1", "UID"),
            Map.entry("0.9.2342.19200300.100.1.25", "DC"),
            Map.entry("1.2.840.113549.1.9.1", "emailAddress"));

    private static final Pattern LIKE_ESCAPED = Pattern.compile("\\\\(?=x[0-9A-Fa-f]{2})");
    private static final Pattern LIKE_A_PART = Pattern.compile("[/+](?=[A-Za-z0-9.-]*=)");

    private DistinguishedName() {}

    /// The slash form of a certificate's subject or issuer.
    ///
    /// @throws IllegalArgumentException if the name cannot be read
    public static String toSlashForm(X500Principal principal) {
        return Stream.of(X500Name.getInstance(principal.getEncoded()).getRDNs())
                .map(DistinguishedName::part)
                .collect(Collectors.joining());
    }

    private static String part(RDN rdn) {
        return Stream.of(rdn.getTypesAndValues())
                .map(DistinguishedName::attribute)
                .collect(Collectors.joining("+", "/", ""));
    }

    private static String attribute(AttributeTypeAndValue attribute) {
        String type = attribute.getType().getId();
        return SHORT_NAMES.getOrDefault(type, type) + "=" + escaped(unmistakable(text(attribute.getValue())));
    }

    /// Without what would pass for the next part of the name, or for something escaped: `people/CN=Alice` as one value
    /// is not Alice. A slash that begins no such part, as in `host/fts.example.org`, stays.
    private static String unmistakable(String value) {
        String plain = LIKE_ESCAPED.matcher(value).replaceAll("\\\\x5C");
        return LIKE_A_PART.matcher(plain).replaceAll(found -> found.group().equals("/") ? "\\\\x2F" : "\\\\x2B");
    }

    private static String text(ASN1Encodable value) {
        return value instanceof ASN1String string ? string.getString() : String.valueOf(value);
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            int kind = Character.getType(point);
            boolean hidden = kind == Character.CONTROL
                    || kind == Character.FORMAT
                    || kind == Character.LINE_SEPARATOR
                    || kind == Character.PARAGRAPH_SEPARATOR
                    || kind == Character.SURROGATE;
            if (hidden) {
                for (byte octet : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
                    escaped.append("\\x").append(HexFormat.of().withUpperCase().toHexDigits(octet));
                }
            } else {
                escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }
}
