using System.Text.Json;
using IwTune.EndToEnd.Console;
using IwTune.Lab;

namespace IwTune.EndToEnd.Automation;

/// <summary>
/// The role, the module and the cloud-init file of deploy/, by the real tools; <c>./build.sh automation</c> makes the package.
/// </summary>
[Trait("Automation", "yes")]
public sealed class AutomationTests
{
    // What the role or the module had written for a host that had a policy file before.
    private const string EnforcePolicy = "sed -i 's:^RUN_OPTIONS=.*:RUN_OPTIONS=\"--policy /etc/iwtune/policy.yaml\":' /etc/default/iwtune";

    private static readonly string Deploy = Path.Combine(Binaries.Root, "deploy");

    private static string Package =>
        Directory.EnumerateFiles(Path.Combine(Binaries.Root, "artifacts", "automation"), "iwtune_*.deb").Single();

    [Fact]
    public async Task Ansible_installs_configures_and_enrols_and_changes_nothing_when_it_runs_again()
    {
        await using var server = await ConsoleServer.StartAsync();
        var said = CopiedSystem.Run(
            $$"""
            cat > /tmp/play.yml <<'END'
            - hosts: all
              roles: [iwtune]
              vars:
                iwtune_package_file: {{Package}}
                iwtune_server: {{server.Url}}
                iwtune_ca_pin: "{{server.CaPin}}"
                iwtune_token: {{server.Token()}}
                iwtune_limits: { max: 32 }
                iwtune_service: false
            END
            export ANSIBLE_ROLES_PATH={{Deploy}}/ansible/roles HOME=/tmp
            ansible-playbook -i localhost, -c local /tmp/play.yml
            iwtune config check
            {{EnforcePolicy}}
            ansible-playbook -i localhost, -c local /tmp/play.yml
            grep -qx RUN_OPTIONS= /etc/default/iwtune
            echo again
            ansible-playbook -i localhost, -c local /tmp/play.yml
            """
        );
        var again = said[said.IndexOf("\nagain\n", StringComparison.Ordinal)..];
        Assert.Contains("changed=0", again, StringComparison.Ordinal);
        Assert.Equal(1, await HostsAsync(server));
    }

    [Fact]
    public void A_setting_that_the_agent_does_not_know_is_not_written()
    {
        var said = CopiedSystem.Run(
            $$"""
            printf -- '- hosts: all\n  roles: [iwtune]\n  vars: { iwtune_package_file: {{Package}}, iwtune_settings: { bakend: bpf }, iwtune_service: false }\n' > /tmp/play.yml
            export ANSIBLE_ROLES_PATH={{Deploy}}/ansible/roles HOME=/tmp
            ! ansible-playbook -i localhost, -c local /tmp/play.yml
            test ! -e /var/lib/iwtune/agent.yaml
            """
        );
        Assert.Contains("bakend", said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Puppet_installs_configures_and_enrols_and_changes_nothing_when_it_runs_again()
    {
        await using var server = await ConsoleServer.StartAsync();
        var said = CopiedSystem.Run(
            $$"""
            cp {{Package}} /tmp/iwtune.deb
            cat > /tmp/site.pp <<'END'
            Package { provider => dpkg, source => '/tmp/iwtune.deb' }
            # systemd does not run here.
            Service { provider => base, start => '/bin/true', stop => '/bin/true', restart => '/bin/true', status => '/bin/false' }
            class { 'iwtune':
              server         => '{{server.Url}}',
              ca_pin         => '{{server.CaPin}}',
              token          => Sensitive('{{server.Token()}}'),
              limits         => "max: 32\n",
              service_ensure => 'stopped',
            }
            END
            run() { puppet apply --detailed-exitcodes --modulepath {{Deploy}}/puppet /tmp/site.pp; }
            run || test $? = 2
            iwtune config check
            {{EnforcePolicy}}
            run || test $? = 2
            grep -qx RUN_OPTIONS= /etc/default/iwtune
            run
            """
        );
        Assert.DoesNotContain("iwte_", said, StringComparison.Ordinal);
        Assert.Equal(1, await HostsAsync(server));
    }

    [Fact]
    public void The_cloud_init_file_is_valid_by_its_own_schema() =>
        Assert.Contains(
            "Valid cloud-config",
            CopiedSystem.Run($"cloud-init schema --config-file {Deploy}/cloud-init/user-data.yaml"),
            StringComparison.Ordinal
        );

    private static async Task<int> HostsAsync(ConsoleServer server)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/api/v1/hosts");
        request.Headers.Authorization = new("Bearer", server.Token("--kind", "api"));
        using var answer = await server.Http.SendAsync(request);
        using var json = JsonDocument.Parse(await answer.Content.ReadAsStringAsync());
        return json.RootElement.GetProperty("total").GetInt32();
    }
}
