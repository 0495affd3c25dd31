// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.yaml;

import java.util.regex.Pattern;
import tools.jackson.dataformat.yaml.util.StringQuotingChecker;

/// Puts quotes around texts that a reader of YAML may take for numbers, such as the names `1e3` and `.inf`.
final class QuotesOfNumbers extends StringQuotingChecker.Default {
    private static final long serialVersionUID = 1L;
    private static final Pattern LIKE_A_NUMBER =
            Pattern.compile("[-+]?(?:\\.[0-9_]+|[0-9][0-9_]*(?:\\.[0-9_]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\\.(?i:inf|nan)");

    @Override
    public boolean needToQuoteName(String name) {
        return LIKE_A_NUMBER.matcher(name).matches() || super.needToQuoteName(name);
    }

    @Override
    public boolean needToQuoteValue(String value) {
        return LIKE_A_NUMBER.matcher(value).matches() || super.needToQuoteValue(value);
    }
}
