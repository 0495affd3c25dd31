// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultJsonTest {
    @Test
    void theJsonHasTheDocumentedForm() {
        byte[] json = ResultJson.of(
                "copy",
                "abc",
                new Machine(2, 1024, "vm 25", "linux"),
                List.of(new Figure("ratio", 0.5, "", Aim.atLeast(0.9)), Figure.of("rate", 7.25, "MB/s")),
                Map.of("seeds", List.of(1, 2)));

        assertThat(new String(json, StandardCharsets.UTF_8).replaceAll("\\s", ""))
                .isEqualTo("{'bench':'copy','commit':'abc',"
                        .concat("'machine':{'cores':2,'memoryBytes':1024,'jvm':'vm25','os':'linux'},'figures':[")
                        .concat("{'name':'ratio','value':0.5,'unit':'','aim':'>=0.9','met':false},")
                        .concat("{'name':'rate','value':7.25,'unit':'MB/s','aim':null,'met':null}],'seeds':[1,2]}")
                        .replace('\'', '"'));
    }
}
