// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.Side;
import io.tcn.agent.TransferException.Outlook;
import io.tcn.core.model.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TpcFailureTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DESTINATION|Remote side failed with status code 404; error message: \"Unable to open /f\"|SOURCE_NOT_FOUND|FINAL",
                "DESTINATION|Remote side failed with status code 403; error message: \"x\"|SOURCE_PERMISSION|ANOTHER_WAY",
                "DESTINATION|Remote side failed with status code 500; error message: \"x\"|SOURCE_UNAVAILABLE|FINAL",
                "DESTINATION|rejected GET: 404 Not Found|SOURCE_NOT_FOUND|FINAL",
                "SOURCE|Remote side failed with status code 507|DESTINATION_NO_SPACE|FINAL",
                "SOURCE|Remote side failed with status code 404|DESTINATION_UNAVAILABLE|ANOTHER_WAY",
                "SOURCE|Remote side failed with status code 409|DESTINATION_UNAVAILABLE|ANOTHER_WAY",
                "SOURCE|Remote side failed with status code 500|DESTINATION_UNAVAILABLE|ANOTHER_WAY",
                "SOURCE|Remote side failed with status code 405|DESTINATION_UNAVAILABLE|ANOTHER_WAY",
                "DESTINATION|Couldn't connect to server|SOURCE_UNAVAILABLE|ANOTHER_WAY",
                "SOURCE|Couldn't resolve host name|DESTINATION_UNAVAILABLE|ANOTHER_WAY",
                "DESTINATION|SSL peer certificate or SSH remote key was not OK|SOURCE_UNAVAILABLE|ANOTHER_WAY",
                "DESTINATION|Error when interacting with local filesystem: Unable to write /f; no space left on device (code=28)|DESTINATION_NO_SPACE|FINAL",
                "DESTINATION|Error when interacting with local filesystem: Unknown filesystem write failure.|DESTINATION_UNAVAILABLE|FINAL",
                "DESTINATION|Unable to write /store/tls-tests/f; No space left on device|DESTINATION_NO_SPACE|FINAL",
                "DESTINATION|/d/f already exists|DESTINATION_EXISTS|FINAL",
                "SOURCE|Unable to open /tls/f; No space left on device|SOURCE_UNAVAILABLE|FINAL",
                "SOURCE|Server returned nothing (no headers, no data)|INTERRUPTED|FINAL",
                "DESTINATION|Transferred a partial file|INTERRUPTED|FINAL",
                "DESTINATION|Transfer failed because no bytes have been received in 30 seconds.|TIMEOUT|FINAL",
                "DESTINATION|Internal state error in libcurl|DESTINATION_UNAVAILABLE|ANOTHER_WAY",
                "DESTINATION|something new|INTERRUPTED|FINAL"
            })
    void theLastLineIsUnderstood(Side asked, String text, ErrorCode code, Outlook outlook) {
        assertThat(TpcFailureText.judge(asked, text)).isEqualTo(new TpcFailureText.Verdict(code, outlook));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SOURCE|400|Unable to open /f; no such file or directory|SOURCE_NOT_FOUND|FINAL",
                "DESTINATION|412|Unable to create /f; file exists|DESTINATION_EXISTS|FINAL",
                "DESTINATION|400|Unable to create /f; is a directory|DESTINATION_IS_DIRECTORY|FINAL",
                "DESTINATION|401|Unable to create /f; permission denied|DESTINATION_PERMISSION|FINAL",
                "SOURCE|401|Unable to open /f; permission denied|SOURCE_PERMISSION|FINAL",
                "DESTINATION|400|No Source or Destination specified|DESTINATION_UNAVAILABLE|ANOTHER_WAY",
                "DESTINATION|501|''|DESTINATION_UNAVAILABLE|ANOTHER_WAY",
                "DESTINATION|507|''|DESTINATION_NO_SPACE|FINAL",
                "SOURCE|500|Unable to open /f; quota exceeded|SOURCE_UNAVAILABLE|FINAL",
                "DESTINATION|500|Unable to create /f; quota exceeded|DESTINATION_NO_SPACE|FINAL",
                "DESTINATION|507|Unable to create /f; quota exceeded|DESTINATION_NO_SPACE|FINAL",
                "DESTINATION|429|request quota exceeded|DESTINATION_UNAVAILABLE|FINAL",
                "DESTINATION|503|request quota exceeded|DESTINATION_UNAVAILABLE|FINAL",
                "SOURCE|503|permission denied for now|SOURCE_UNAVAILABLE|FINAL",
                "DESTINATION|503|''|DESTINATION_UNAVAILABLE|FINAL"
            })
    void aRefusalIsUnderstood(Side asked, int status, String text, ErrorCode code, Outlook outlook) {
        assertThat(TpcFailureText.judgeStatus(asked, status, text))
                .isEqualTo(new TpcFailureText.Verdict(code, outlook));
    }
}
