using System.Globalization;
using System.Text;
using IwTune.Shared.Formatting;

namespace IwTune.Agent.Windows.Templates.PowerShell.Child;

/// <summary>
/// The script of one command for Windows PowerShell. Everything in it is fixed except the command and its parameters, and those are
/// letters, numbers and prefixes: no value can end its literal, so that none can become code.
/// </summary>
/// <remarks>
/// It calls no method of .NET and sets no variable of a type, so that it runs in constrained language mode, too (AppLocker, WDAC). It
/// prints lines of its own, because ConvertTo-Json came with version 3 and Format-List is made for people.
/// </remarks>
internal static class ChildScript
{
    /// <summary>Options of powershell.exe: nothing of the user's profile, no question, scripts may run (the module is one).</summary>
    public static IReadOnlyList<string> Options { get; } = ["-NoLogo", "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass"];

    /// <summary>Arguments of powershell.exe, with the script as base64.</summary>
    public static IReadOnlyList<string> Arguments(PowerShellCommand command) =>
        [.. Options, "-EncodedCommand", Convert.ToBase64String(Encoding.Unicode.GetBytes(Of(command)))];

    /// <summary>The script as text.</summary>
    /// <exception cref="ArgumentException">A name or value with other characters than IwTune's own commands have.</exception>
    public static string Of(PowerShellCommand command) =>
        $$"""
            $ErrorActionPreference = 'Stop'
            $ProgressPreference = 'SilentlyContinue'
            '{{ChildAnswer.Mark}}mode=' + $ExecutionContext.SessionState.LanguageMode
            try {
                Import-Module "$PSHOME\Modules\NetTCPIP\NetTCPIP.psd1"
                foreach ($row in @({{Call(command)}})) {
                    '{{ChildAnswer.Mark}}row='
                    foreach ($property in $row.PSObject.Properties) {
                        try { $text = "$($property.Value)" } catch { $text = '' }
                        if ($text -match '^[ -~]+$') { '{{ChildAnswer.Mark}}' + $property.Name + '=' + $text }
                    }
                }
            } catch {
                '{{ChildAnswer.Mark}}error=' + $_.FullyQualifiedErrorId
                '{{ChildAnswer.Mark}}text=' + ("$_" -replace '\s+', ' ')
            }
            '{{ChildAnswer.Mark}}end='
            """;

    private static string Call(PowerShellCommand command) =>
        string.Join(' ', command.Parameters.Select(one => $"-{Word(one.Key)}{Argument(one.Value)}").Prepend(Word(command.Name)));

    private static string Argument(object value) =>
        value switch
        {
            bool flag => flag ? ":$true" : ":$false",
            string text => $" {Literal(text)}",
            ushort port => Invariant.Text($" {port}"),
            IEnumerable<string> texts => $" {string.Join(',', texts.Select(Literal))}",
            IEnumerable<ushort> ports => $" {string.Join(',', ports.Select(port => port.ToString(CultureInfo.InvariantCulture)))}",
            _ => throw new ArgumentException($"{value.GetType()} is no type of a parameter", nameof(value)),
        };

    private static string Word(string name) =>
        name.Length > 0 && name.All(character => char.IsAsciiLetter(character) || character == '-')
            ? name
            : throw new ArgumentException($"'{name}' is no name of a command or parameter", nameof(name));

    private static string Literal(string text) =>
        text.All(character => char.IsAsciiLetterOrDigit(character) || character is '.' or ':' or '/')
            ? $"'{text}'"
            : throw new ArgumentException($"'{text}' has characters that no value of IwTune has", nameof(text));
}
