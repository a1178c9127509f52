using System.Text.Json;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows;

/// <summary>A stock template that this host did not let be set, although its version should.</summary>
/// <param name="Build">The build on which it was tried.</param>
/// <param name="Revision">Its update; another one is tried anew.</param>
/// <param name="Template">The template.</param>
/// <param name="At">When.</param>
/// <param name="Said">What the tool said.</param>
internal sealed record StockRefusal(int Build, int Revision, TemplateName Template, DateTimeOffset At, string Said)
{
    /// <summary>The refusal as a sentence for plans.</summary>
    public string Note =>
        $"On {At:yyyy-MM-dd} this host did not let template {Template} be set: {Said} Its custom templates serve connections instead.";
}

/// <summary>
/// Remembers such a refusal in the state directory, so that every later plan sets the custom templates. Server 2016 and later are assumed
/// to be writable in place from Microsoft's page of Set-NetTCPSetting; only a host itself shows that it is.
/// </summary>
internal sealed class StockRefusals(StateDirectory? state, WindowsVersion version)
{
    /// <summary>The file in the state directory.</summary>
    public const string Name = "stock-templates.json";

    private StockRefusal? _known;
    private bool _read;

    /// <summary>The refusal of this very build; <see langword="null"/> when there is none.</summary>
    public StockRefusal? Known
    {
        get
        {
            if (!_read)
                (_known, _read) = (Read(), true);
            return _known;
        }
    }

    /// <summary>
    /// What a refusal means. A stock template that cannot be set means that the custom ones have to be; when those cannot be set either, it
    /// was no matter of the template.
    /// </summary>
    /// <returns>What follows, as a sentence with a blank before it; empty when nothing does.</returns>
    public string Of(VersionRules rules, TemplateName name, string said, DateTimeOffset at)
    {
        var custom = rules.Custom.Contains(name);
        if (rules.Way != DefaultWay.InPlace || custom == (Known is null))
            return "";
        if (custom)
        {
            Forget();
            return " Its stock templates could not be set either, so the next plan tries those again.";
        }
        Keep(new(version.Build, version.Revision, name, at, said));
        return " The next plan sets the custom templates of this host instead.";
    }

    /// <summary>The next plan sets the custom templates. A disk that does not take it only means that a restart tries again.</summary>
    public void Keep(StockRefusal refusal)
    {
        (_known, _read) = (refusal, true);
        Try(path => DurableFile.Replace(path, JsonSerializer.SerializeToUtf8Bytes(refusal, WindowsJson.Default.StockRefusal)));
    }

    /// <summary>It was no matter of the template: the next plan tries the stock ones again.</summary>
    public void Forget()
    {
        (_known, _read) = (null, true);
        Try(DurableFile.Remove);
    }

    private StockRefusal? Read()
    {
        StockRefusal? found = null;
        Try(path => found = JsonSerializer.Deserialize(File.ReadAllBytes(path), WindowsJson.Default.StockRefusal));
        return found?.Build == version.Build && found.Revision == version.Revision ? found : null;
    }

    private void Try(Action<string> act)
    {
        if (state is null)
            return;
        try
        {
            act(state.File(Name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException) { }
    }
}
