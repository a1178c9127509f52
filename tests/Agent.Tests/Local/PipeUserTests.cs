using System.Runtime.Versioning;
using IwTune.Agent.Local.Pipes;

namespace IwTune.Agent.Tests.Local;

/// <summary>Who may change the host over the pipe. Only Windows itself can show that Windows identifies the user correctly.</summary>
[SupportedOSPlatform("windows")]
public sealed class PipeUserTests
{
    private static readonly PipeUser System = new("S-1-5-18", @"NT AUTHORITY\SYSTEM", Elevated: true);
    private static readonly PipeUser Ann = new("S-1-5-21-1-2-3-1001", @"CONTOSO\ann", Elevated: false);

    [Fact]
    public void An_elevated_administrator_may() => Assert.Null((Ann with { Elevated = true }).Refusal(System));

    [Fact]
    public void The_same_administrator_without_elevation_may_not_and_is_told_what_would_help()
    {
        var refusal = Ann.Refusal(System);

        Assert.StartsWith(@"CONTOSO\ann may read but not change this host", refusal, StringComparison.Ordinal);
        Assert.DoesNotContain("SYSTEM", refusal, StringComparison.Ordinal); // no prompt runs as that user
    }

    [Fact]
    public void The_user_of_an_agent_that_is_not_elevated_may() => Assert.Null(Ann.Refusal(Ann));

    [Fact]
    public void An_elevated_agent_does_not_listen_to_its_users_other_programs() =>
        Assert.NotNull(Ann.Refusal(Ann with { Elevated = true }));

    [Fact]
    public void Whom_the_system_does_not_name_may_not() =>
        Assert.StartsWith(
            "A user that Windows",
            new PipeUser("", "A user that Windows does not name", Elevated: false).Refusal(Ann),
            StringComparison.Ordinal
        );
}
