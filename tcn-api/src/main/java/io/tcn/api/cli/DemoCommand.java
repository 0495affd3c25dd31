// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `demo`.
@Command(name = "demo")
final class DemoCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        return 1;
    }
}
