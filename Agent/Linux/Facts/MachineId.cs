using System.Security.Cryptography;
using System.Text;

namespace IwTune.Agent.Linux.Facts;

/// <summary>The machine id, keyed to this application: machine-id(5) asks that the id itself never leaves the host.</summary>
internal static class MachineId
{
    public static string Read() => Hash(SystemFile.Line("/etc/machine-id"));

    internal static string Hash(string machineId) => machineId.Length == 0
        ? ""
        : Convert.ToHexString(HMACSHA256.HashData(Encoding.ASCII.GetBytes(machineId), "iwtune"u8)).ToLowerInvariant()[..32];
}
