using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;

namespace IwTune.Benchmarks.Rivals;

/// <summary>
/// <c>puppet apply</c> of two exec resources, which is how Puppet sets a route's initial window: it has no type for that.
/// </summary>
internal sealed class PuppetSetter(Scratch scratch) : IRouteSetter
{
    private readonly string manifest = scratch.Write(
        "route.pp",
        $$"""
        Exec { path => ['/usr/sbin', '/usr/bin', '/sbin', '/bin'], provider => shell }
        exec { 'set':
          command => '{{RouteUnderTest.Change}}',
          unless  => '{{RouteUnderTest.Verify}}',
        }
        -> exec { 'verify': command => '{{RouteUnderTest.Verify}}' }

        """
    );

    public string Name => "puppet apply";

    public string? Missing => Rival.Puppet.Installed ? null : Rival.Puppet.NotInstalled;

    public Run Set() =>
        Spawn.Timed(
            ["puppet", "apply", "--confdir", scratch.At("puppet/etc"), "--vardir", scratch.At("puppet/var"), manifest],
            new Dictionary<string, string> { ["HOME"] = scratch.Root }
        );
}
