// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.loop.Loops;
import io.tcn.api.network.AltoNetwork;
import io.tcn.api.network.AltoProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Makes the source of the network map out of the settings; the control plane starts and stops it.
@Configuration(proxyBeanMethods = false)
class NetworkConfiguration {
    @Bean(destroyMethod = "")
    AltoNetwork altoNetwork(AltoProperties alto, TcnProperties properties, SystemTime time, Loops loops) {
        TcnProperties.Topology topology = properties.topology();
        return new AltoNetwork(alto, topology.file(), topology.sites(), properties.dataDir(), time, loops);
    }
}
