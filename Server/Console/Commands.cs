using IwTune.Server.Hosting;

namespace IwTune.Server.Console;

/// <summary>The commands and calls that do what a page does, ready to paste into a POSIX shell.</summary>
internal static class Commands
{
    /// <summary>Quotes where the shell would read something else.</summary>
    public static string Quote(string text) =>
        text.Length > 0 && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' or '/' or ':' or ',' or '=' or '@' or '%')
            ? text
            : $"'{text.Replace("'", @"'\''", StringComparison.Ordinal)}'";

    public static string TokenCreate(ServerOptions server, string options = "--ttl 1h") =>
        $"iwtune-server token create --data {Quote(server.Data)} {options}";

    public static string Hosts(string? filter) =>
        string.IsNullOrWhiteSpace(filter) ? "iwtune fleet hosts" : $"iwtune fleet hosts -q {Quote(filter)}";

    /// <param name="path">Of the API, with its query.</param>
    /// <param name="options">For curl, before the address.</param>
    public static string Call(string path, string options = "") =>
        $"curl {(options.Length > 0 ? options + " " : "")}-H \"Authorization: Bearer $IWTUNE_TOKEN\" \"$IWTUNE_SERVER\"{Quote(path)}";
}
