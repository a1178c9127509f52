/* What the headers of Debian 12's mingw-w64 lack, declared as Microsoft's documentation has it. When mingw-w64 learns one of them the
   compiler refuses the second declaration here: remove it, and its row in docs/windows-under-wine.md. */

typedef enum { TcpRtoAlgorithmOther = 1, TcpRtoAlgorithmConstant, TcpRtoAlgorithmRsre, TcpRtoAlgorithmVanj } TCP_RTO_ALGORITHM;

typedef struct _MIB_TCPSTATS2 {
  TCP_RTO_ALGORITHM RtoAlgorithm;
  DWORD dwRtoMin, dwRtoMax, dwMaxConn, dwActiveOpens, dwPassiveOpens, dwAttemptFails, dwEstabResets, dwCurrEstab;
  DWORD64 dw64InSegs, dw64OutSegs;
  DWORD dwRetransSegs, dwInErrs, dwOutRsts, dwNumConns;
} MIB_TCPSTATS2, *PMIB_TCPSTATS2;

/* The import library of mingw-w64 has it, so that its DLL is checked all the same. */
ULONG WINAPI GetTcpStatisticsEx2(PMIB_TCPSTATS2 Statistics, ULONG Family);

#define ERROR_ELEVATION_REQUIRED 740

typedef enum _MI_Result {
  MI_RESULT_ACCESS_DENIED = 2,
  MI_RESULT_INVALID_PARAMETER = 4,
  MI_RESULT_NOT_FOUND = 6,
  MI_RESULT_NOT_SUPPORTED = 7,
  MI_RESULT_ALREADY_EXISTS = 11
} MI_Result;

/* Name, header of Microsoft's SDK, page below https://learn.microsoft.com/windows/win32. */
#define LACKING(line)                                                                 \
  line(TCP_RTO_ALGORITHM, tcpmib.h, api/tcpmib/ns-tcpmib-mib_tcpstats_lh)             \
  line(MIB_TCPSTATS2, tcpmib.h, api/tcpmib/ns-tcpmib-mib_tcpstats2)                   \
  line(GetTcpStatisticsEx2, iphlpapi.h, api/iphlpapi/nf-iphlpapi-gettcpstatisticsex2) \
  line(ERROR_ELEVATION_REQUIRED, winerror.h, debug/system-error-codes--500-999-)      \
  line(MI_Result, mi.h, api/mi/ne-mi-mi_result)
