// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

/// Grammar of ALTO's names (RFC 7285 §10, RFC 9275 §6.1, RFC 8895 §6.2, RFC 9240 §5). The dot is reserved for
/// separators: it is accepted from others and never used in names of our own.
public final class AltoNames {
    private static final int NAME_MAX = 64;
    private static final int SHORT_MAX = 32;
    private static final String PRIVATE = "priv:";

    private AltoNames() {}

    /// A name of a PID.
    public static boolean isPidName(String text) {
        return isName(text);
    }

    /// An id of a resource.
    public static boolean isResourceId(String text) {
        return isName(text);
    }

    /// A name of an abstract network element.
    public static boolean isAneName(String text) {
        return isName(text);
    }

    /// An id that a client gives to a part of an update stream. Our own never hold a dot, which ends it in a
    /// data id.
    public static boolean isSubstreamId(String text) {
        return isName(text) && text.indexOf('.') < 0;
    }

    /// A tag: printable ASCII without spaces.
    public static boolean isTag(String text) {
        if (text.isEmpty() || text.length() > NAME_MAX) {
            return false;
        }
        return text.chars().allMatch(c -> c >= 0x21 && c <= 0x7E);
    }

    /// A cost metric, perhaps with a statistic behind a colon.
    public static boolean isCostMetric(String text) {
        return isMade(text, SHORT_MAX, "-:_.") && !text.equals(PRIVATE);
    }

    /// A mode of costs: the registry is open (RFC 9274), so that more modes are well formed than are known.
    public static boolean isCostMode(String text) {
        return isMade(text, SHORT_MAX, "-:_.") && !text.equals(PRIVATE);
    }

    /// A property of an entity without its resource.
    public static boolean isPropertyName(String text) {
        return isMade(text, SHORT_MAX, "-:_") && !text.equals(PRIVATE);
    }

    /// A property of an entity, perhaps with its resource, as in `netmap.pid`.
    public static boolean isEntityPropertyName(String text) {
        int dot = text.lastIndexOf('.');
        return isPropertyName(text.substring(dot + 1)) && (dot <= 0 || isResourceId(text.substring(0, dot)));
    }

    /// A type of entity domains, such as `ane` or `priv:tcn`.
    public static boolean isEntityDomainType(String text) {
        String rest = text.startsWith(PRIVATE) ? text.substring(PRIVATE.length()) : text;
        return text.length() <= NAME_MAX && isMade(rest, NAME_MAX, "-_");
    }

    private static boolean isName(String text) {
        return isMade(text, NAME_MAX, "-:@_.");
    }

    /// Letters, digits and these others, 1 to `max` of them.
    private static boolean isMade(String text, int max, String others) {
        int length = text.length();
        if (length == 0 || length > max) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            boolean alphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!alphanumeric && others.indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }
}
