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
                var work = new WindowsWork(methods, _ownership, LookAsync)
                {
                    Refused = (name, said) => methods.Elevated ? _refusals.Of(_ofVersion, name, said, clock.GetUtcNow()) : "",
                };
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
}
