using IwTune.Shared.Impact;
using IwTune.Shared.Policies;
using IwTune.Shared.Policies.OperatingSystems;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Impact;

/// <summary>Windows owns its templates and changes none by itself.</summary>
public sealed class TemplateForecastTests
{
    [Fact]
    public void A_template_is_undone_by_another_program_and_not_by_Windows()
    {
        var forecast = Of("in-place", TargetLeft.OwnerFights);
        Assert.Equal((Prospect.OwnerFights, "another program undoes every repair"), (forecast.Prospect, forecast.Why));
    }

    [Fact]
    public void A_template_that_is_only_reported_cannot_be_set_and_has_no_other_owner()
    {
        var forecast = Of("report-only", left: null);
        Assert.Equal(
            (Prospect.Unsupported, "a template cannot be set there", ProspectCause.Other),
            (forecast.Prospect, forecast.Why, forecast.Cause)
        );
    }

    private static TargetForecast Of(string strategy, TargetLeft? left) =>
        Assert.Single(
            Forecast
                .Of(
                    new()
                    {
                        Content = new BundleContent
                        {
                            Policy = "edge",
                            Revision = 1,
                            Windows = [new BundleWindow("default", 16, null)],
                        },
                        State = new HostState
                        {
                            Phase = BundlePhase.Applied,
                            StateHash = "0",
                            Targets =
                            [
                                new TargetState
                                {
                                    Id = "template Internet",
                                    Owner = "windows",
                                    Strategy = strategy,
                                    Scope = "default",
                                    Configured = new Window(10, null),
                                    Wanted = new Window(16, null),
                                    Left = left,
                                },
                            ],
                        },
                        Release = WindowsRelease.Server2016,
                    }
                )
                .Targets
        );
}
