using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Lab;

namespace IwTune.Benchmarks.Rivals;

/// <summary><c>ansible-playbook</c> on the machine itself, without gathering facts, which is its fastest mode.</summary>
internal sealed class AnsibleSetter(Scratch scratch) : IRouteSetter
{
    private readonly string playbook = scratch.Write(
        "route.yml",
        $"""
        - hosts: localhost
          connection: local
          gather_facts: false
          tasks:
            - shell: "{RouteUnderTest.Verify} || {RouteUnderTest.Change}"
            - shell: "{RouteUnderTest.Verify}"
              changed_when: false

        """
    );

    public string Name => "ansible-playbook";

    public string? Missing => Rival.Ansible.Installed ? null : Rival.Ansible.NotInstalled;

    public Run Set() => Spawn.Timed([Name, .. Arguments], Environment);

    /// <summary>The same.</summary>
    /// <returns>What it printed.</returns>
    public string Say() => Commands.TryRun(Name, Arguments, Environment).Output;

    private string[] Arguments => ["-i", "localhost,", playbook];

    private Dictionary<string, string> Environment =>
        new()
        {
            ["HOME"] = scratch.Root,
            ["ANSIBLE_HOME"] = scratch.At("ansible"),
            ["ANSIBLE_LOCAL_TEMP"] = scratch.At("ansible/tmp"),
            ["ANSIBLE_PYTHON_INTERPRETER"] = "/usr/bin/python3",
            ["LC_ALL"] = "C.UTF-8",
        };
}
