using System.Management.Automation;

namespace IwTune.PowerShellModule.Tests.Hosted;

/// <summary><c>-WhatIf</c> and <c>-Confirm</c> at a console.</summary>
public sealed class ConfirmTests : IDisposable
{
    private readonly StandInProgram _program = new StandInProgram()
        .Answers("show", Given.Show)
        .Answers("plan", Given.Plan, exitCode: 2)
        .Answers("apply", Given.Applied)
        .Answers("rollback", Given.Restored);
    private readonly Console _console = new();
    private readonly ModuleSession _session;

    public ConfirmTests() => _session = new ModuleSession(_console);

    public void Dispose()
    {
        _session.Dispose();
        _program.Dispose();
    }

    [Theory]
    [InlineData(
        "Invoke-IwTunePolicy /x.yaml",
        "plan",
        "Performing the operation \"Apply policy edge\" on target \"template Internet: initcwnd 10 -> initcwnd 16\"."
    )]
    [InlineData(
        "Restore-IwTuneWindow",
        "show",
        "Performing the operation \"Undo the last change\" on target \"template Internet: initcwnd 16, before initcwnd 10\"."
    )]
    [InlineData(
        "Restore-IwTuneWindow -All",
        "show",
        "Performing the operation \"Restore everything\" on target \"template Internet: initcwnd 16, before initcwnd 10\"."
    )]
    public void WhatIf_says_what_would_change_and_only_looks(string line, string verbs, string said)
    {
        var ran = _session.Type($"{line} -WhatIf -Program '{_program.Path}'");
        Assert.Empty(ran.ErrorIds);
        Assert.Equal((verbs, $"What if: {said}\n"), (_program.Verbs, _console.Text));
        Assert.Empty(_console.Asked);
    }

    [Theory]
    [InlineData("Invoke-IwTunePolicy /x.yaml", "plan apply")]
    [InlineData("Restore-IwTuneWindow -Confirm:$false", "show rollback")]
    public void Nothing_is_asked_where_nothing_is_to_be_asked(string line, string verbs)
    {
        _session.Type($"{line} -Program '{_program.Path}'");
        Assert.Equal(verbs, _program.Verbs);
        Assert.Empty(_console.Asked);
    }

    [Theory]
    [InlineData("Restore-IwTuneWindow", "y", "show rollback")]
    [InlineData("Restore-IwTuneWindow", "n", "show")]
    [InlineData("Invoke-IwTunePolicy /x.yaml -Confirm", "y", "plan apply")]
    [InlineData("Invoke-IwTunePolicy /x.yaml -Confirm", "n", "plan")]
    [InlineData("'/x.yaml', '/y.yaml' | Invoke-IwTunePolicy -Confirm", "yn", "plan apply plan")]
    [InlineData("'/x.yaml', '/y.yaml' | Invoke-IwTunePolicy -Confirm", "a", "plan apply plan apply")]
    [InlineData("'/x.yaml', '/y.yaml' | Invoke-IwTunePolicy -Confirm", "l", "plan plan")]
    public void An_answer_decides_what_is_done(string line, string keys, string verbs)
    {
        foreach (var key in keys)
            _console.Keys.Enqueue(key);
        _session.Type($"{line} -Program '{_program.Path}'");
        Assert.Equal((verbs, keys.Length), (_program.Verbs, _console.Asked.Count));
        Assert.StartsWith(
            "Are you sure you want to perform this action?\nPerforming the operation \"",
            _console.Asked[0],
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Where_nobody_can_be_asked_nothing_is_restored()
    {
        using var job = new ModuleSession(console: null);
        Assert.ThrowsAny<RuntimeException>(() => job.Run("Restore-IwTuneWindow", ("Program", _program.Path)));
        Assert.Equal("show", _program.Verbs);
    }
}
