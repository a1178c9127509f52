namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>Reads the templates by asking netsh for each by name. This is the last method: it is text, but every Windows has it.</summary>
internal sealed class NetshReader(INetsh netsh, WindowsVersion version) : ITemplateReader
{
    // Server 2012, the first that has templates without a hotfix.
    private const int Server2012 = 9200;

    /// <inheritdoc/>
    public AccessMethod Method => AccessMethod.Netsh;

    /// <inheritdoc/>
    public async ValueTask<TemplateReading> ReadAsync(CancellationToken ct)
    {
        // The nameless call is the only one that names the default template; its block is that template's.
        var nameless = await netsh.RunAsync(new NetshCommand.ShowSupplemental(), ct);
        if (nameless.ExitCode is null)
            return TemplateReading.Failed(Method, nameless.Problem);
        var text = NetshText.Cut(nameless.Output);
        var byDefault = Default(text);
        // netsh's output where Automatic is the default has not been seen; by their names it shows the templates all the same.
        if (byDefault is null && text.Values.Count == 0 && version.Build < Server2012)
            return TemplateReading.Failed(Method, NoTemplates(nameless));

        var templates = new List<Template>();
        foreach (var name in NetshWords.Templates(version))
        {
            var run = await netsh.RunAsync(new NetshCommand.ShowSupplemental(name), ct);
            if (run.ExitCode is null)
                return TemplateReading.Failed(Method, run.Problem);
            var cut = NetshText.Cut(run.Output);
            // A template without values is one that this Windows does not have. A default that cannot be requested by name was just
            // printed.
            if (cut.Values.Count == 0 && name == byDefault)
                cut = text;
            if (cut.Values.Count == 0)
                continue;
            var (block, problem) = NetshSupplemental.Read(cut);
            if (block is null)
                return TemplateReading.Failed(Method, $"what netsh printed for the template {name} cannot be read: {problem}");
            templates.Add(
                new(name, block.InitialCongestionWindow) { CongestionProvider = block.CongestionProvider, Others = block.Others }
            );
        }
        return templates.Count > 0 ? new(Method, templates, byDefault) : TemplateReading.Failed(Method, NoTemplates(nameless));
    }

    /// <summary>The default template alone, in one call.</summary>
    /// <returns><see langword="null"/> when netsh does not report it.</returns>
    public async ValueTask<TemplateName?> DefaultAsync(CancellationToken ct) =>
        Default(NetshText.Cut((await netsh.RunAsync(new NetshCommand.ShowSupplemental(), ct)).Output));

    private TemplateName? Default(NetshText text) => text.DefaultWord is { } word ? NetshWords.NameOf(word, version) : null;

    private string NoTemplates(NetshRun run) =>
        (run.Said, version) switch
        {
            (_, { Build: < Server2012, HasTemplateHotfix: false }) =>
                "this Windows has no TCP templates: Server 2008 R2 gets them by the hotfix KB2472264, which is not installed; later "
                    + "versions have them",
            ("", _) => $"netsh printed nothing (exit code {run.ExitCode}), so that it is not known whether this Windows has templates",
            _ => $"netsh showed no template (exit code {run.ExitCode}); it said {run.Quoted}",
        };
}
