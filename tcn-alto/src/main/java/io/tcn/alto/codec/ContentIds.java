// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

/// Content ids as ALTO's messages and events spell them.
final class ContentIds {
    private ContentIds() {}

    /// Without angle brackets and spaces.
    static String bare(String written) {
        String text = written.strip();
        int from = text.startsWith("<") ? 1 : 0;
        int to = text.endsWith(">") && text.length() > from ? text.length() - 1 : text.length();
        return text.substring(from, to).strip();
    }

    /// Equal, or equal up to the `@` where one of them has no domain. Two different domains differ.
    static boolean same(String one, String other) {
        String first = bare(one);
        String second = bare(other);
        boolean bothWhole = first.indexOf('@') >= 0 && second.indexOf('@') >= 0;
        return first.equals(second) || (!bothWhole && local(first).equals(local(second)));
    }

    private static String local(String id) {
        int at = id.indexOf('@');
        return at < 0 ? id : id.substring(0, at);
    }
}
