using System.Text.Json;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>
/// The messages beside the answer: a line of JSON on standard error for every sentence. For a resource whose exit codes its manifest
/// explains, dsc shows only such lines (PowerShell/DSC, command_resource.rs).
/// </summary>
internal static class DscTrace
{
    public static void Error(Terminal terminal, string text) => Write(terminal, text, said => new DscMessage(Error: said));

    public static void Warn(Terminal terminal, string text) => Write(terminal, text, said => new DscMessage(Warn: said));

    public static void Info(Terminal terminal, string text) => Write(terminal, text, said => new DscMessage(Info: said));

    private static void Write(Terminal terminal, string text, Func<string, DscMessage> said)
    {
        foreach (var line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            terminal.Error.WriteLine(JsonSerializer.Serialize(said(line), DscJson.Plain.DscMessage));
    }
}

/// <summary>One message, in one of the three severities.</summary>
internal sealed record DscMessage(string? Error = null, string? Warn = null, string? Info = null);
