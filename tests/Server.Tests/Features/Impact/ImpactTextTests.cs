using IwTune.Server.Features.Impact;
using IwTune.Shared.Impact;
using IwTune.Shared.Policies;

namespace IwTune.Server.Tests.Features.Impact;

public sealed class ImpactTextTests
{
    [Theory]
    [InlineData("template Internet", "2 templates: another program undoes every repair")]
    [InlineData("ipv4 main default via 192.0.2.1 dev eth0", "2 routes: another program undoes every repair")]
    public void What_an_owner_undoes_has_the_name_of_its_system(string id, string text)
    {
        var left = Exclusion.Of(
            new TargetForecast
            {
                Id = id,
                Strategy = "in-place",
                Owner = "windows",
                Now = new Window(10, null),
                Then = new Window(10, null),
                Prospect = Prospect.OwnerFights,
                Why = "another program undoes every repair",
            }
        );
        Assert.Equal(text, ImpactText.Of(left, hosts: 1, targets: 2));
    }
}
