using System.Management.Automation;
using IwTune.Lab;

namespace IwTune.PowerShellModule.Tests.Hosted;

/// <summary>Errors as scripts see them.</summary>
public sealed class ErrorIdTests : IDisposable
{
    private readonly StandInProgram _program = new();
    private readonly ModuleSession _session = new(console: null);

    public void Dispose()
    {
        _session.Dispose();
        _program.Dispose();
    }

    [Theory]
    [InlineData(64, "IwTune.Invalid", ErrorCategory.InvalidArgument)]
    [InlineData(5, "IwTune.Permission", ErrorCategory.PermissionDenied)]
    [InlineData(4, "IwTune.Unreachable", ErrorCategory.ConnectionError)]
    [InlineData(3, "IwTune.Unsupported", ErrorCategory.NotImplemented)]
    [InlineData(1, "IwTune.Failed", ErrorCategory.OperationStopped)]
    public void An_exit_code_is_an_id_and_every_problem_is_in_the_message(int exitCode, string id, ErrorCategory category)
    {
        _program.Answers("plan", """{"exit":1,"problems":[]}""", exitCode, "line 1: one\nline 2: two\n");
        var ran = _session.Run("Test-IwTunePolicy", ("Path", "/x.yaml"), Program());
        var error = Assert.Single(ran.Errors);
        Assert.Equal($"{id},IwTune.PowerShell.Cmdlets.TestIwTunePolicyCommand", error.FullyQualifiedErrorId);
        Assert.Equal((category, (object)"/x.yaml"), (error.CategoryInfo.Category, error.TargetObject));
        Assert.Equal("line 1: one\nline 2: two", error.Exception.Message);
        Assert.Empty(ran.Objects);
    }

    [Fact]
    public void One_policy_that_is_wrong_does_not_keep_the_next_from_being_tested()
    {
        _program.Answers("plan", "", 64, "wrong\n");
        Assert.Equal(2, _session.Run("Test-IwTunePolicy", (string[])["/x.yaml", "/y.yaml"], Program()).Errors.Count);
        Assert.Equal("plan plan", _program.Verbs);
    }

    [Fact]
    public void With_ErrorAction_Stop_it_is_an_exception_with_the_same_id()
    {
        _program.Answers("status", "", 4, "no agent runs\n");
        var stopped = Assert.ThrowsAny<RuntimeException>(() => _session.Run("Get-IwTuneStatus", ("ErrorAction", "Stop"), Program()));
        Assert.StartsWith("IwTune.Unreachable,", stopped.ErrorRecord.FullyQualifiedErrorId, StringComparison.Ordinal);
    }

    [Fact]
    public void A_change_that_failed_gives_its_result_and_an_error()
    {
        _program.Answers("plan", Given.Plan, 2).Answers("apply", Given.Applied, 1, "template Internet: failed\n");
        var ran = _session.Run("Invoke-IwTunePolicy", ("Path", "/x.yaml"), Program());
        Assert.Single(ran.Objects);
        Assert.StartsWith("IwTune.Failed,", Assert.Single(ran.ErrorIds), StringComparison.Ordinal);
    }

    [Fact]
    public void What_iwtune_says_beside_its_answer_is_a_warning()
    {
        _program.Answers("show", Given.Show, 0, "the daemon does not run\n");
        Assert.Equal(["the daemon does not run"], _session.Run("Get-IwTuneWindow", Program()).Warnings);
    }

    [Fact]
    public void A_program_that_is_missing_does_not_start_or_is_another_is_told_apart()
    {
        Assert.Equal("IwTune.NotFound,", Terminated("/no/such/iwtune"));
        var text = Path.Combine(Path.GetDirectoryName(_program.Path)!, "text");
        File.WriteAllText(text, "no program");
        Assert.StartsWith("IwTune.NotStarted,", Single(_session.Run("Get-IwTuneStatus", ("Program", text))), StringComparison.Ordinal);
        _program.Answers("status", """{"windows":[]}""");
        Assert.StartsWith("IwTune.NotUnderstood,", Single(_session.Run("Get-IwTuneStatus", Program())), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_look_that_is_broken_off_ends_its_program()
    {
        _program.Hangs("show");
        using var shell = _session.New("Get-IwTuneWindow", Program());
        var running = shell.BeginInvoke();
        await Until.TrueAsync(() => _program.Calls.Count == 1, () => "iwtune was not started");
        shell.Stop();
        Assert.True(running.IsCompleted);
    }

    private static string Single(Ran ran) => Assert.Single(ran.ErrorIds);

    private string Terminated(string program) =>
        Assert
            .ThrowsAny<RuntimeException>(() => _session.Run("Get-IwTuneStatus", ("Program", program)))
            .ErrorRecord.FullyQualifiedErrorId.Split("IwTune.PowerShell")[0];

    private (string, object?) Program() => ("Program", _program.Path);
}
