using System.Globalization;
using System.Text.Json;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Output;

/// <summary><c>status --watch</c>: redrawn on a terminal, elsewhere a block or a line of JSON after each change.</summary>
internal sealed class StatusWatch(Terminal terminal, bool json, string noun, TimeProvider time)
{
    /// <summary>ECMA-48's CUP to the corner and ED of the whole screen.</summary>
    public const string Clear = "\e[H\e[2J";

    private static readonly TimeSpan Between = TimeSpan.FromSeconds(1);

    private string? _last;
    private DateTimeOffset? _next;
    private int _exit;

    /// <summary>Asks and shows until it is cancelled.</summary>
    /// <param name="ask">The daemon's status; <see langword="null"/> when none answers.</param>
    /// <param name="none">The message in that case.</param>
    /// <param name="ct">Ends it.</param>
    /// <returns>The exit code of the last status.</returns>
    public async Task<int> RunAsync(Func<LocalReply?> ask, string none, CancellationToken ct)
    {
        try
        {
            while (true)
            {
                Show(ask() ?? LocalReply.Say(ExitCode.Unreachable, none));
                await Task.Delay(Between, time, ct);
            }
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            return _exit;
        }
    }

    private void Show(LocalReply reply)
    {
        _exit = reply.Exit;
        var now = time.GetUtcNow().ToString("yyyy-MM-dd HH:mm:ss'Z'", CultureInfo.InvariantCulture);
        if (terminal.Redraws && !json)
        {
            terminal.Out.Write(Clear);
            terminal.Out.WriteLine(terminal.Paint(Ink.Quiet, $"{now}  Ctrl+C ends it"));
            Page(terminal, reply);
            return;
        }
        var shown = WithoutAges(reply);
        if (shown == _last)
            return;
        if (json)
            terminal.Out.WriteLine(Line(reply));
        else
        {
            terminal.Out.WriteLine($"{(_last is null ? "" : "\n")}{now}");
            Page(terminal, reply);
        }
        _last = shown;
    }

    private void Page(Terminal to, LocalReply reply)
    {
        if (reply.Status is { } status)
            StatusPage.Write(to, status, reply.State, reply.Evidence, noun);
        else
            to.Say(reply.Text, hanging: 0);
    }

    private static string Line(LocalReply reply) =>
        reply.Status is { } status
            ? JsonSerializer.Serialize(new ShownStatus(status, reply.State, reply.Evidence), AgentJson.Lines.ShownStatus)
            : JsonSerializer.Serialize(new RefusedCommand(reply.Exit, reply.Text, []), AgentJson.Lines.RefusedCommand);

    /// <summary>The text without times: a new age alone is no change, and neither is an attempt in progress.</summary>
    private string WithoutAges(LocalReply reply)
    {
        using var text = new StringWriter();
        if (reply.Status is { } status)
        {
            _next = status.Server is { Problem.Length: > 0 } away ? away.NextAttempt ?? _next : null;
            var server = status.Server is { } there
                ? there with
                {
                    LastContact = there.LastContact is null ? null : status.Since,
                    NextAttempt = _next,
                }
                : null;
            reply = reply with { Status = status with { Now = status.Since, Server = server } };
        }
        Page(terminal with { Out = text, Colour = false, Width = null }, reply);
        return text.ToString();
    }
}
