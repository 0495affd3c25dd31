// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorageUrlTest {
    private static final String HOST = "davs://a.example.org:8443/d/f?";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "davs://a.example.org/d/f",
                "davs://a.example.org/d/f?",
                "davs://a.example.org/token=1/authz=2",
                "davs://a.example.org/d/f?checksum=0a1b2c3d&time=30&size_pre=9",
                "davs://a.example.org/d/f?versionId=3&response-content-type=text%2Fplain",
                "srm://a.example.org:8443/srm/v2?SFN=/d/f&spacetoken=ATLASDATADISK",
                "davs://a.example.org/d/f?eos.ruid=0&xrd.wantprot=unix&author=me&keyboard=de&design=1",
                "davs://a.example.org/d/f?%zz=%&&==&;#part",
                "davs://a.example.org/d/f?authz=&token",
                "not a url",
                ""
            })
    void aUrlWithoutSecretsStaysByteForByte(String url) {
        assertThat(StorageUrl.shown(url)).isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource({
        "authz=Bearer%20hush, authz=***",
        "authz=Bearer+hush&v=2, authz=***&v=2",
        "v=2&access_token=hush, v=2&access_token=***",
        "AUTHZ=hush, AUTHZ=***",
        "%61uthz=hush, %61uthz=***",
        "%2561uthz=hush, %2561uthz=***",
        "X-Amz-Credential=AKIA%2F2026&X-Amz-Date=20261123T0900Z&X-Amz-Signature=hush,"
                + " X-Amz-Credential=***&X-Amz-Date=20261123T0900Z&X-Amz-Signature=***",
        "X-Amz-Security-Token=hush, X-Amz-Security-Token=***",
        "AWSAccessKeyId=hush&Expires=9&Signature=hush, AWSAccessKeyId=***&Expires=9&Signature=***",
        "GoogleAccessId=hush&Signature=hush, GoogleAccessId=***&Signature=***",
        "X-Goog-Signature=hush, X-Goog-Signature=***",
        "sv=2022-11-02&se=2026&sig=hush%3D, sv=2022-11-02&se=2026&sig=***",
        "key=hush, key=***",
        "api_key=hush, api_key=***",
        "user=me;password=hush, user=me;password=***",
        "macaroon=hush, macaroon=***",
        "cap.sym=hush&cap.msg=hush, cap.sym=***&cap.msg=***",
        "tpc.key=hush, tpc.key=***",
        "ref=Bearer%20hush, ref=***",
        "ref=eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJodXNoIn0.hush, ref=***",
        "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJodXNoIn0.hush, ***",
        "ref=MDAxY2xvY2F0aW9uIE9wdGlvbmFsLmVtcHR5CjAwMThpZGVudGlmaWVy, ref=***",
        "v=2#access_token=hush, v=2#access_token=***",
        "a=b?authz=hush, a=b?authz=***",
        "authz=a=b=c, authz=***",
    })
    void aSecretIsMasked(String query, String shown) {
        StorageUrl url = new StorageUrl(HOST + query);

        assertThat(url.shown()).isEqualTo(HOST + shown);
        assertThat(url).hasToString(HOST + shown);
        assertThat(url.whole()).isEqualTo(HOST + query);
        assertThat(StorageUrl.shown(url.shown())).as("shown again").isEqualTo(url.shown());
        assertThat(URI.create(url.shown()).getHost()).isEqualTo("a.example.org");
    }

    @Test
    void whatWasShownIsKnownAgain() {
        assertThat(StorageUrl.isMasked(HOST + "v=2&authz=***")).isTrue();
        assertThat(StorageUrl.isMasked(HOST + "***&v=2")).isTrue();
        assertThat(StorageUrl.isMasked(HOST + "glob=a***b")).isFalse();
        assertThat(StorageUrl.isMasked("davs://a.example.org/***")).isFalse();
    }

    /// As many beginnings of tokens as a URL can hold.
    @Test
    void whatNearlyIsATokenTakesNoTime() {
        String url = HOST + "ref=" + "eyJ".repeat(350) + "&q=" + "%25".repeat(300);

        for (int again = 0; again < 1_000; again++) {
            assertThat(StorageUrl.shown(url)).isEqualTo(url);
        }
    }
}
