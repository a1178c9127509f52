using IwTune.Server.Features.Compliance.Runs;
using IwTune.Server.Features.Compliance.Runs.Delivery;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

public sealed class RunMessageTests
{
    private static readonly RunRow Run = new()
    {
        Schedule = "monthly",
        AsOf = 1_793_512_800_000,
        SinceAt = 1_790_834_400_000,
        EndedAt = 1_793_512_860_000,
        Hosts = 4_200,
        Compliant = 4_120,
        Sha256 = "ab12",
        Bytes = 1_234_567,
    };

    [Fact]
    public void It_tells_the_figures_the_file_and_how_to_check_it()
    {
        using var file = new MemoryStream([1, 2, 3]);
        using var message = new RunMessage(Run, "https://iwtune.example.com:7443/compliance/runs/7", "SHA256:key").Compose(
            "iwtune@example.com",
            "audit@example.com",
            "0190",
            file
        );
        Assert.Equal("Compliance run monthly: 4,120 of 4,200 hosts compliant", message.Subject);
        Assert.Equal(
            """
            The compliance run monthly is complete.

            As of          2026-11-01 06:00:00 (UTC)
            Changes since  2026-10-01 06:00:00 (UTC)
            Hosts          4,200
            Compliant      4,120
            File           monthly-20261101T060000Z.zip, 1.23 MB
            SHA-256        ab12

            The file is attached.
            https://iwtune.example.com:7443/compliance/runs/7

            To check the file, offline:

                iwtune verify-export monthly-20261101T060000Z.zip --key SHA256:key

            Compare the key's fingerprint with one that you got by another way.

            """,
            message.TextBody!.ReplaceLineEndings("\n")
        );
    }

    [Fact]
    public void A_large_file_is_not_attached_and_its_page_is_named()
    {
        var told = new RunMessage(Run with { Bytes = 10_000_001 }, "https://iwtune.example.com:7443/compliance/runs/7", "SHA256:key");
        Assert.False(told.IsAttached);
        using var message = told.Compose("iwtune@example.com", "audit@example.com", "0190", null);
        Assert.Empty(message.Attachments);
        Assert.Contains(
            "The file is too large for an e-mail. Sign in to download it.\nhttps://iwtune.example.com:7443/compliance/runs/7\n",
            message.TextBody!.ReplaceLineEndings("\n"),
            StringComparison.Ordinal
        );
    }
}
