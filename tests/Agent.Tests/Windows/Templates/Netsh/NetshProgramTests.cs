using System.Globalization;
using System.Text;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Windows.Templates.Netsh;

public sealed class NetshProgramTests : IDisposable
{
    private static readonly NetshCommand Show = new NetshCommand.ShowSupplemental(TemplateName.InternetCustom);

    private readonly string _folder = Directory.CreateTempSubdirectory("iwtune-netsh-").FullName;
    private readonly TestClock _clock = new();

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Each_argument_arrives_as_it_is_and_both_outputs_are_kept_apart()
    {
        var run = await Program("printf '%s\\n' \"$@\"; echo complaint >&2; exit 1").RunAsync(Show, default);
        Assert.Equal(1, run.ExitCode);
        Assert.Equal("interface\ntcp\nshow\nsupplemental\ntemplate=internetcustom\n", Encoding.ASCII.GetString(run.Output));
        Assert.Equal("complaint\n", Encoding.ASCII.GetString(run.Errors));
        Assert.Equal("interface tcp show supplemental template=internetcustom complaint", run.Said);
    }

    [Fact]
    public async Task Bytes_that_are_no_text_survive()
    {
        var run = await Program("printf '\\202\\240\\000\\377\\r\\n'").RunAsync(Show, default);
        Assert.Equal(0, run.ExitCode);
        Assert.Equal([0x82, 0xA0, 0x00, 0xFF, 0x0D, 0x0A], run.Output);
    }

    [Fact]
    public async Task Nobody_is_asked_a_question() =>
        Assert.Equal(
            "the end",
            Encoding.ASCII.GetString(
                (await Program("if read answer; then printf answered; else printf 'the end'; fi").RunAsync(Show, default)).Output
            )
        );

    [Fact]
    public async Task A_program_that_hangs_is_ended_after_its_time_and_what_it_said_is_kept()
    {
        var running = Program("printf half; echo $$ > \"$0.pid\"; exec sleep 1000").RunAsync(Show, default).AsTask();
        var pid = await PidAsync();
        Assert.False(running.IsCompleted);
        _clock.Advance(NetshProgram.Limit);
        var run = await running;
        Assert.Null(run.ExitCode);
        Assert.Equal(
            $"`{Path.Combine(_folder, "netsh")} interface tcp show supplemental template=internetcustom` did not end within 30 s",
            run.Problem
        );
        Assert.Equal("half", Encoding.ASCII.GetString(run.Output));
        await IsGoneAsync(pid);
    }

    [Fact]
    public async Task A_caller_who_gives_up_leaves_no_program_behind()
    {
        using var cancel = new CancellationTokenSource();
        var running = Program("echo $$ > \"$0.pid\"; exec sleep 1000").RunAsync(Show, cancel.Token).AsTask();
        var pid = await PidAsync();
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        await IsGoneAsync(pid);
    }

    [Fact]
    public async Task A_flood_is_stopped()
    {
        var run = await Program("echo $$ > \"$0.pid\"; exec yes flood").RunAsync(Show, default);
        Assert.Null(run.ExitCode);
        Assert.Contains("printed more than 1024 KiB", run.Problem, StringComparison.Ordinal);
        await IsGoneAsync(await PidAsync());
    }

    [Fact]
    public async Task A_missing_program_is_named()
    {
        var path = Path.Combine(_folder, "netsh.exe");
        var run = await new NetshProgram(path, _clock).RunAsync(Show, default);
        Assert.Null(run.ExitCode);
        Assert.StartsWith($"{path} is not there", run.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_program_that_may_not_be_run_is_named()
    {
        var path = Path.Combine(_folder, "netsh.exe");
        await File.WriteAllTextAsync(path, "");
        var run = await new NetshProgram(path, _clock).RunAsync(Show, default);
        Assert.Null(run.ExitCode);
        Assert.StartsWith($"{path} may not be run", run.Problem, StringComparison.Ordinal);
    }

    // Written by another process: a process forked meanwhile would hold the file open for writing, and it could not be run.
    private NetshProgram Program(string script)
    {
        var path = Path.Combine(_folder, "netsh");
        Commands.Run("sh", "-c", "printf '%s' \"$1\" > \"$0\" && chmod 700 \"$0\"", path, "#!/bin/sh\n" + script + "\n");
        return new NetshProgram(path, _clock);
    }

    private async Task<int> PidAsync()
    {
        var file = Path.Combine(_folder, "netsh.pid");
        var pid = 0;
        await Until.TrueAsync(
            () =>
                File.Exists(file)
                && int.TryParse(File.ReadAllText(file), NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out pid),
            () => "the program did not start"
        );
        return pid;
    }

    private static Task IsGoneAsync(int pid) =>
        Until.TrueAsync(() => !Directory.Exists($"/proc/{pid}"), () => $"process {pid} is still there");
}
