// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

/// The version of TCN, as the build wrote it into the jar.
public final class Version {
    /// Such as `0.1.0`; `development` where the classes do not come from a jar.
    public static final String TEXT = read();

    private Version() {}

    private static String read() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
