using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;

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

    public Run Set() =>
        Spawn.Timed(
            ["ansible-playbook", "-i", "localhost,", playbook],
            new Dictionary<string, string>
            {
                ["HOME"] = scratch.Root,
                ["ANSIBLE_HOME"] = scratch.At("ansible"),
                ["ANSIBLE_LOCAL_TEMP"] = scratch.At("ansible/tmp"),
                ["ANSIBLE_PYTHON_INTERPRETER"] = "/usr/bin/python3",
                ["LC_ALL"] = "C.UTF-8",
            }
        );
}
