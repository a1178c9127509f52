using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Steps;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Windows;

public sealed partial class WindowsTuner
{
    /// <inheritdoc/>
    /// <exception cref="TunerUnavailableException">The templates cannot be read.</exception>
    public ValueTask<Outcome> ApplyAsync(Step step, CancellationToken ct) =>
        AloneAsync(
            async () =>
            {
                var work = new WindowsWork(methods, _ownership, LookAsync) { Refused = Refused };
                var planned = WindowsImage.Read(step.Target.Raw);
                try
                {
                    return (step, planned) switch
                    {
                        (_, { Filter: not null }) when step is Step.Set set => await FilterStep.SetAsync(work, set, ct),
                        (Step.PutBack back, { Filter: not null }) => await FilterStep.PutBackAsync(work, back, ct),
                        (Step.Set set, { Template: TemplateName.Automatic }) => await AutomaticStep.SetAsync(work, set, ct),
                        (Step.PutBack back, { Template: TemplateName.Automatic }) => await AutomaticStep.PutBackAsync(work, back, ct),
                        (Step.Set set, { Template: { } name }) => await TemplateStep.SetAsync(work, set, name, ct),
                        (Step.PutBack back, { Template: { } name }) => await TemplateStep.PutBackAsync(work, back, name, ct),
                        _ => new Outcome.Refused($"'{step.Target.Id}' is no template and no filter; plan again."),
                    };
                }
                finally
                {
                    Took(work);
                }
            },
            ct
        );

    /// <summary>
    /// A stock template that cannot be set means that the custom ones have to be. When those cannot be set either, it was no matter of the
    /// template.
    /// </summary>
    private string Refused(TemplateName name, string said)
    {
        if (!methods.Elevated || _ofVersion.Way != DefaultWay.InPlace)
            return "";
        if (!_ofVersion.Custom.Contains(name) && _refusals.Known is null)
        {
            _refusals.Keep(new(methods.Version.Build, methods.Version.Revision, name, clock.GetUtcNow(), said));
            return " The next plan sets the custom templates of this host instead.";
        }
        if (!_ofVersion.Custom.Contains(name) || _refusals.Known is null)
            return "";
        _refusals.Forget();
        return " Its stock templates could not be set either, so the next plan tries those again.";
    }
}
