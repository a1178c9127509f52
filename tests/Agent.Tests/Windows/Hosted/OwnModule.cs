using IwTune.Agent.Windows.Templates.PowerShell;

namespace IwTune.Agent.Tests.Windows.Hosted;

/// <summary>A script module of one test, in its own directory, and the PowerShell that hosts it.</summary>
internal sealed class OwnModule : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-powershell-").FullName;

    /// <summary>Its manifest; the file is there once <see cref="Write"/> wrote it.</summary>
    public string Path => System.IO.Path.Combine(_folder, "Own.psm1");

    /// <summary>What its commands noted, a line each.</summary>
    public IReadOnlyList<string> Noted => File.Exists(Notes) ? File.ReadAllLines(Notes) : [];

    private string Notes => System.IO.Path.Combine(_folder, "notes");

    /// <param name="script">The module; <c>note</c> in it appends to <see cref="Noted"/>.</param>
    public OwnModule Write(string script)
    {
        File.WriteAllText(
            Path,
            $$"""
            function note([string] $text) { [System.IO.File]::AppendAllText('{{Notes}}', $text + "`n") }
            note loaded
            {{script}}
            Export-ModuleMember -Function *-*
            """
        );
        return this;
    }

    public HostedPowerShell Host(TimeProvider clock) => new(() => SessionSettings.WithoutPolicy(Path), clock);

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
