// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.report;

import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/// Objects over several lines, arrays on one: readable, and not one line per number. Line ends are the same everywhere.
final class CompactPrinter extends DefaultPrettyPrinter {
    private static final long serialVersionUID = 1L;

    CompactPrinter() {
        indentArraysWith(FixedSpaceIndenter.instance());
        indentObjectsWith(new DefaultIndenter(" ", "\n"));
    }

    @Override
    public CompactPrinter createInstance() {
        return new CompactPrinter();
    }
}
