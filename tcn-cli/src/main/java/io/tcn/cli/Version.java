// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli;

import picocli.CommandLine.IVersionProvider;

/// The version of the jar.
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"tcn " + (version == null ? "of a source tree" : version)};
    }
}
