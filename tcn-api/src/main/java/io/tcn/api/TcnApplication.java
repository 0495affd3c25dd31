// SPDX-License-Identifier: Apache-2.0
package io.tcn.api;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/// The server's Spring application; started by [io.tcn.api.cli.ServeCommand].
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
public class TcnApplication {}
