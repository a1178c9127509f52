using IwTune.Server.Features.Compliance.Runs;
using IwTune.Server.Features.Compliance.Runs.Delivery;
using MimeKit;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

public sealed class RunMessageTests
{
    private const string Page = "https://iwtune.example.com:7443/compliance/runs/7";

    private static readonly RunRow Run = new()
    {
        Schedule = "monthly",
        AsOf = 1_793_512_800_000,
        SinceAt = 1_790_834_400_000,
        EndedAt = 1_793_512_860_000,
        Hosts = 4_200,
        Compliant = 4_120,
        WithoutPolicy = 0,
        Completeness = "Complete up to 2026-11-01 06:00:00 UTC. 3 hosts had not reported.",
        Sha256 = "ab12",
        Bytes = 1_234_567,
    };

    [Fact]
    public void It_tells_the_figures_the_file_and_how_to_check_it()
    {
        using var message = Composed(RunMessages.Complete(Run, Page, "SHA256:key"));
        Assert.Equal("monthly-20261101T060000Z.zip", Assert.Single(message.Attachments).ContentDisposition?.FileName);
        Assert.Equal("Compliance run monthly: 4,120 of 4,200 hosts compliant", message.Subject);
        Assert.Equal(
            """
            The compliance run monthly is complete.

            As of          2026-11-01 06:00:00 UTC
            Changes since  2026-10-01 06:00:00 UTC
            Hosts          4,200
            Compliant      4,120
            Completeness   Complete up to 2026-11-01 06:00:00 UTC. 3 hosts had not reported.
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

    [Theory]
    [InlineData(1_200L, "4,120 of 4,200 hosts compliant, 1,200 of them without a policy", "4,120, 1,200 of them without a policy")]
    [InlineData(null, "4,120 of 4,200 hosts compliant, hosts without a policy included", "4,120, hosts without a policy included")]
    public void Hosts_without_a_policy_do_not_raise_its_figures_unseen(long? without, string subject, string line)
    {
        using var message = Composed(RunMessages.Complete(Run with { WithoutPolicy = without }, Page, "SHA256:key"));
        Assert.Equal($"Compliance run monthly: {subject}", message.Subject);
        Assert.Contains($"\nCompliant      {line}\n", message.TextBody!.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_large_file_is_not_attached_and_its_page_is_named()
    {
        using var message = Composed(RunMessages.Complete(Run with { Bytes = 10_000_001 }, Page, "SHA256:key"));
        Assert.Empty(message.Attachments);
        Assert.Contains(
            "The file is too large for an e-mail. Sign in to download it.\nhttps://iwtune.example.com:7443/compliance/runs/7\n",
            message.TextBody!.ReplaceLineEndings("\n"),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_run_that_failed_says_why()
    {
        var failed = Run with { State = "Failed", Tries = 3, Problem = "The report was not printed: no space left.", Sha256 = null };
        using var message = Composed(RunMessages.Failed(failed, Page));
        Assert.Empty(message.Attachments);
        Assert.Equal("Compliance run monthly failed", message.Subject);
        Assert.Equal(
            """
            The compliance run monthly failed. There is no file of it.

            As of          2026-11-01 06:00:00 UTC
            Tries          3
            Reason         The report was not printed: no space left.

            Remove the reason, then start a run as of the same time in the console.
            https://iwtune.example.com:7443/compliance/runs/7

            """,
            message.TextBody!.ReplaceLineEndings("\n")
        );
    }

    private static MimeMessage Composed(RunMessage message) =>
        message.Compose("iwtune@example.com", "audit@example.com", "0190", new MemoryStream([1, 2, 3]));
}
