using IwTune.Server.Hosting;

namespace IwTune.Server.Tests.Hosting;

public sealed class ServerOptionsTests
{
    [Fact]
    public void The_standard_options_are_fine() => Assert.Empty(new ServerOptions { Data = "/tmp/x" }.Validate());

    [Fact]
    public void Every_wrong_option_is_named()
    {
        var problems = new ServerOptions
        {
            Data = " ",
            Listen = "somewhere",
            Names = ["a b"],
            BundleLife = TimeSpan.Zero,
            PollLimit = TimeSpan.FromHours(1),
            StaleAfter = TimeSpan.Zero,
            MaxWaiting = 0,
            EnrolmentsPerSecond = 0,
            CallsPerSecond = 0,
            SessionIdle = TimeSpan.FromMinutes(1),
        }.Validate();
        foreach (
            var key in new[]
            {
                "--data",
                "--listen",
                "--name",
                "--bundle-life",
                "--poll",
                "--stale-after",
                "--max-waiting",
                "--enrolments",
                "--calls",
                "--session-idle",
            }
        )
            Assert.Contains(problems, problem => problem.StartsWith(key + ":", StringComparison.Ordinal));
    }

    [Fact]
    public void A_host_that_waits_for_a_change_is_not_stale_meanwhile() =>
        Assert.StartsWith(
            "--stale-after: 20 s is not longer than --poll (55 s)",
            Assert.Single(new ServerOptions { Data = "x", StaleAfter = TimeSpan.FromSeconds(20) }.Validate()),
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData("iwtune.jsonl", "is not a whole path")]
    [InlineData("/nosuch/audit/iwtune.jsonl", "there is no directory /nosuch/audit; make it")]
    [InlineData("/", "is a directory")]
    public void A_copy_of_the_audit_log_needs_a_directory(string file, string problem)
    {
        var said = Assert.Single(new ServerOptions { Data = "x", AuditFiles = [file] }.Validate());
        Assert.StartsWith("--audit-file: ", said, StringComparison.Ordinal);
        Assert.Contains(problem, said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("127.0.0.1:7443", "127.0.0.1")]
    [InlineData("localhost:7443", "127.0.0.1")]
    [InlineData("[::1]:7443", "::1")]
    public void Addresses_of_both_families_are_understood(string listen, string address) =>
        Assert.Equal(address, new ServerOptions { Data = "x", Listen = listen }.Endpoint.Address.ToString());
}
